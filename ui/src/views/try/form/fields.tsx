// Fields of the page's own: for numbers, which must not change, and for JSON.

import LibraryNumber from '@rjsf/core/lib/components/fields/NumberField.js';
import type { FieldProps } from '@rjsf/utils';
import { useEffect, useState } from 'react';
import { hasLong, read, write } from '../../../api/json';

/** What the fields tell the form: whether what they hold can be sent. */
export type Told = { unfit: (id: string, why: string) => void };

function NumberField(props: FieldProps) {
  const { schema } = props;
  if (schema.enum || schema.const !== undefined || schema.oneOf || schema.anyOf) return <LibraryNumber {...props} />;
  return <Typed {...props} shape={(value) => (value === undefined ? '' : String(value))} take={number} />;
}

function JsonField(props: FieldProps) {
  return (
    <Typed
      {...props}
      long
      hint="As JSON: a text stands in quotes, a list in [ ], an object in { }."
      shape={(value) => (value === undefined ? '' : write(value, 2))}
      take={json}
    />
  );
}

type Shape = { shape: (value: unknown) => string; take: (text: string) => unknown; long?: boolean; hint?: string };

/** A text that stands for a value, where it can be read as one. */
function Typed({ fieldPathId, formData, onChange, registry, required, disabled, shape, take, long, hint }: FieldProps & Shape) {
  const id = fieldPathId.$id;
  const [text, setText] = useState(shape(formData));
  const [why, setWhy] = useState('');
  const { unfit } = registry.formContext as Told;
  useEffect(() => () => unfit(id, ''), [id, unfit]);
  // Another value than the one that was typed: it came from elsewhere.
  useEffect(() => {
    if (why === '' && text.trim() !== '' && write(formData) !== write(take(text))) setText(shape(formData));
  }, [formData]);
  const type = (typed: string) => {
    setText(typed);
    let fault = '';
    try {
      onChange(typed.trim() === '' ? undefined : take(typed), fieldPathId.path);
    } catch (error) {
      fault = (error as Error).message;
    }
    setWhy(fault);
    unfit(id, fault);
  };
  const given = {
    id,
    value: text,
    required,
    disabled,
    'aria-invalid': why !== '',
    'aria-describedby': `${id}__why ${id}__description ${id}__error`,
  };
  return (
    <>
      {long ? (
        <textarea {...given} className="code tiny" spellCheck={false} onChange={(event) => type(event.target.value)} />
      ) : (
        <input {...given} type="text" inputMode="decimal" autoComplete="off" onChange={(event) => type(event.target.value)} />
      )}
      {hint && <p className="hint">{hint}</p>}
      <p className="faults" id={`${id}__why`} role="status">
        {why}
      </p>
    </>
  );
}

function number(text: string): number {
  const value = Number(text);
  if (Number.isNaN(value)) throw new Error('This is no number yet.');
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) throw new Error('Beyond 2^53 a form changes numbers. Switch to JSON: there it is sent as you type it.');
  return value;
}

function json(text: string): unknown {
  let value: unknown;
  try {
    value = read(text);
  } catch {
    throw new Error('This is no JSON yet.');
  }
  if (hasLong(value)) throw new Error('A number in it is beyond 2^53. Switch all arguments to JSON: there it is sent as you type it.');
  return value;
}

export const FIELDS = { NumberField, JsonField };
