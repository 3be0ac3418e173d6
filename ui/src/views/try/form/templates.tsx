// How the form of a schema looks: the page's own fields, in place of the library's.

import {
  ADDITIONAL_PROPERTY_FLAG,
  canExpand,
  type ArrayFieldItemTemplateProps,
  type DescriptionFieldProps,
  type FieldTemplateProps,
  type ObjectFieldTemplateProps,
} from '@rjsf/utils';
import { useContext } from 'react';
import { Words } from '../../../parts/Words';
import { ArrayFieldTemplate } from './ArrayFieldTemplate';
import { BUTTONS } from './buttons';
import { itemName } from './itemName';
import { InOption, MultiSchemaFieldTemplate } from './option';

function FieldTemplate(props: FieldTemplateProps) {
  const { id, label, required, displayLabel, rawDescription, rawErrors = [], schema, children, hidden, fieldPathId, registry } = props;
  const option = useContext(InOption) === id;
  if (hidden) return <div hidden>{children}</div>;
  const isCheckbox = schema.type === 'boolean' && !schema.enum;
  const isChoice = (schema.oneOf || schema.anyOf) && !registry.schemaUtils.isSelect(schema);
  const labelled = isChoice ? `${id}__${schema.oneOf ? 'one' : 'any'}of_select` : id;
  return (
    <div className="field" data-invalid={rawErrors.length > 0 || undefined}>
      {displayLabel && !isCheckbox && (
        <label htmlFor={labelled} className={option ? 'hidden' : undefined}>
          {itemName(label, fieldPathId.path)}
          {required && <span className="required" title="required">*</span>}
        </label>
      )}
      {ADDITIONAL_PROPERTY_FLAG in schema ? <Additional {...props} /> : children}
      {displayLabel && !isCheckbox && rawDescription && (
        <p className="hint" id={`${id}__description`}>
          <Words text={rawDescription} />
        </p>
      )}
      {rawErrors.length > 0 && (
        <ul className="faults" id={`${id}__error`}>
          {rawErrors.map((error) => (
            <li key={error}>{error}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A property that the schema does not name: its name can be changed as well. */
function Additional({ id, label, onKeyRenameBlur, onRemoveProperty, children }: FieldTemplateProps) {
  return (
    <div className="row additional">
      <input type="text" aria-label="Name" id={`${id}-key`} defaultValue={label} onBlur={onKeyRenameBlur} />
      <div>{children}</div>
      <button type="button" className="button slim danger" onClick={onRemoveProperty}>
        Remove
      </button>
    </div>
  );
}

function ObjectFieldTemplate(props: ObjectFieldTemplateProps) {
  const { title, description, properties, schema, uiSchema, formData, fieldPathId, onAddProperty } = props;
  const root = fieldPathId.path.length === 0;
  const option = useContext(InOption) === fieldPathId.$id;
  return (
    <fieldset className={root ? undefined : 'nested'}>
      <legend className={root || option ? 'hidden' : undefined}>{root ? 'Arguments' : itemName(title, fieldPathId.path)}</legend>
      {!root && description && <p className="hint">{description}</p>}
      {properties.map((property) => property.content)}
      {canExpand(schema, uiSchema, formData) && (
        <p>
          <button type="button" className="button slim" onClick={onAddProperty}>
            Add a property
          </button>
        </p>
      )}
    </fieldset>
  );
}

function ArrayFieldItemTemplate({ children, buttonsProps, index }: ArrayFieldItemTemplateProps) {
  return (
    <div className="array-item">
      <div>{children}</div>
      {buttonsProps.hasRemove && (
        <button type="button" className="button slim danger" aria-label={`Remove ${index + 1}`} onClick={buttonsProps.onRemoveItem}>
          Remove
        </button>
      )}
    </div>
  );
}

/** The library shows it at check boxes only. */
function DescriptionFieldTemplate({ id, description }: DescriptionFieldProps) {
  return (
    <p className="hint" id={id}>
      {typeof description === 'string' ? <Words text={description} /> : description}
    </p>
  );
}

export const TEMPLATES = {
  FieldTemplate,
  ObjectFieldTemplate,
  ArrayFieldTemplate,
  ArrayFieldItemTemplate,
  DescriptionFieldTemplate,
  MultiSchemaFieldTemplate,
  ButtonTemplates: BUTTONS,
};
