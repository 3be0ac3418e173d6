import { useState } from 'react';
import type { AttachedTool, JsonObject } from '../../api/types';
import type { Doing } from '../../hooks/useDo';
import { ErrorNote } from '../../parts/ErrorNote';
import { Field } from '../../parts/Field';
import { parameters } from '../tools/schema';

type Props = { tool: AttachedTool; doing: Doing; onSave: (config: JsonObject | null) => void };

export function ConfigEditor({ tool, doing, onSave }: Props) {
  const [text, setText] = useState(JSON.stringify(tool.config ?? {}, null, 2));
  const config = read(text);
  const free = parameters(tool.parameters_schema).filter(({ name }) => config && !(`default_${name}` in config));
  const add = (name: string) => setText(JSON.stringify({ ...config, [`default_${name}`]: null }, null, 2));
  return (
    <div className="stack tight">
      <Field
        label={`Config of ${tool.name}, as JSON`}
        hint="The handler gets it. A key default_<parameter> sets that parameter’s default for this agent."
      >
        {(names) => (
          <textarea
            {...names}
            className="code short"
            spellCheck={false}
            aria-invalid={!config}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {free.length > 0 && (
        <p className="row small">
          <span className="quiet">Set a default:</span>
          {free.map(({ name }) => (
            <button key={name} type="button" className="button slim" onClick={() => add(name)}>
              {name}
            </button>
          ))}
        </p>
      )}
      <ErrorNote error={doing.error} />
      <p className="row">
        <button type="button" className="button primary slim" disabled={!config || doing.busy} onClick={() => onSave(config ?? null)}>
          Save config
        </button>
        {!config && <span className="small quiet">This is no JSON object yet.</span>}
      </p>
    </div>
  );
}

function read(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text || '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}
