// The arguments of a call: as a form, or as JSON, which is sent as it was typed.

import { useState } from 'react';
import { hasLong, read, write } from '../../api/json';
import type { Fault, JsonObject } from '../../api/types';
import { Segments } from '../../parts/Segments';
import { parameters } from '../tools/schema';
import type { Draft } from './draft';
import { ArgumentsForm } from './form/ArgumentsForm';

type Props = {
  schema: string;
  draft: Draft;
  faults: Fault[];
  onChange: (change: Partial<Draft>) => void;
  onReadable: (readable: boolean) => void;
};

const TOO_LONG = 'A number in it is beyond 2^53, and a form would change it: stay with JSON.';

export function Arguments({ schema, draft, faults, onChange, onReadable }: Props) {
  const { as, text, value } = draft;
  const [fault, setFault] = useState('');
  const show = (next: 'form' | 'json') => {
    // What cannot be read cannot become a form.
    if (next === as || (next === 'form' && fault)) return;
    if (next === 'form' && hasLong(value)) return setFault(TOO_LONG);
    onReadable(true);
    onChange(next === 'json' ? { as: next, text: write(value, 2) } : { as: next });
  };
  const type = (typed: string) => {
    try {
      const value: unknown = read(typed.trim() || '{}');
      if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('Arguments are an object: { … }.');
      onChange({ text: typed, value: value as JsonObject });
      setFault('');
      onReadable(true);
    } catch (error) {
      onChange({ text: typed });
      setFault(`This is no JSON yet: ${(error as Error).message}`);
      onReadable(false);
    }
  };
  // Faults of what no field shows, such as a parameter that does not exist.
  const shown = as === 'json' ? faults : faults.filter((one) => !hasField(schema, one.pointer));
  return (
    <>
      <div className="row spread">
        <h2>Arguments</h2>
        <Segments
          label="Arguments as"
          value={as}
          onChange={show}
          options={[
            ['form', 'Form'],
            ['json', 'JSON'],
          ]}
        />
      </div>
      {as === 'form' ? (
        <ArgumentsForm schema={schema} value={value} faults={faults} onChange={(value) => onChange({ value })} onReadable={onReadable} />
      ) : (
        <div className="field">
          <textarea
            className="code"
            aria-label="Arguments as JSON"
            aria-invalid={fault !== '' && fault !== TOO_LONG}
            aria-describedby="json-fault"
            spellCheck={false}
            value={text}
            onChange={(event) => type(event.target.value)}
          />
          <p className="faults" id="json-fault" role="status">
            {fault}
          </p>
        </div>
      )}
      {shown.length > 0 && (
        <ul className="notice bad faults-list">
          {shown.map((one) => (
            <li key={one.pointer + one.message}>
              <code>{one.pointer || '/'}</code> {one.message}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function hasField(schema: string, pointer: string): boolean {
  const name = pointer.split('/')[1] ?? '';
  return parameters(schema).some((parameter) => parameter.name === name);
}
