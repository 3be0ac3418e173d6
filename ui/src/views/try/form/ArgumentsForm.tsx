// The form that a tool's parameters ask for.

// Not the whole library: that one brings its test bench, and a validator that makes code from text.
import Form from '@rjsf/core/lib/components/Form.js';
import type { RJSFSchema } from '@rjsf/utils';
import { useMemo, useRef } from 'react';
import type { Fault, JsonObject } from '../../../api/types';
import { parse } from '../../tools/schema';
import { errorSchema } from './faults';
import { FIELDS, type Told } from './fields';
import { FormBoundary } from './FormBoundary';
import { formable } from './formable';
import { TEMPLATES } from './templates';
import { uiSchema } from './ui';
import { validator } from './validator';

type Props = {
  schema: string;
  value: JsonObject;
  faults: Fault[];
  onChange: (value: JsonObject) => void;
  onReadable: (readable: boolean) => void;
};

export function ArgumentsForm({ schema, value, faults, onChange, onReadable }: Props) {
  const parsed = useMemo(() => formable(parse(schema) as RJSFSchema), [schema]);
  const ui = useMemo(() => uiSchema(parsed), [parsed]);
  const errors = useMemo(() => errorSchema(faults), [faults]);
  const unfit = useRef(new Set<string>());
  const told = useMemo<Told>(
    () => ({
      unfit: (id, why) => {
        const changed = why ? !unfit.current.has(id) : unfit.current.has(id);
        if (why) unfit.current.add(id);
        else unfit.current.delete(id);
        if (changed) onReadable(unfit.current.size === 0);
      },
    }),
    [onReadable],
  );
  return (
    <FormBoundary key={schema}>
      <Form
        tagName="div"
        schema={parsed}
        uiSchema={ui}
        formData={value}
        formContext={told}
        extraErrors={errors}
        validator={validator}
        fields={FIELDS}
        templates={TEMPLATES}
        showErrorList={false}
        noHtml5Validate
        noValidate
        onChange={({ formData }) => onChange((formData ?? {}) as JsonObject)}
      />
    </FormBoundary>
  );
}
