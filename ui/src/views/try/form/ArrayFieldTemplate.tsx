import type { ArrayFieldTemplateProps } from '@rjsf/utils';
import { Words } from '../../../parts/Words';

export function ArrayFieldTemplate({ title, required, schema, items, canAdd, onAddClick }: ArrayFieldTemplateProps) {
  return (
    <fieldset className="array">
      <legend>
        {title}
        {required && <span className="required" title="required">*</span>}
      </legend>
      {schema.description && (
        <p className="hint">
          <Words text={schema.description} />
        </p>
      )}
      {items}
      {canAdd && (
        <p>
          <button type="button" className="button slim" onClick={onAddClick} aria-label={`Add one to ${title}`}>
            Add one
          </button>
        </p>
      )}
    </fieldset>
  );
}
