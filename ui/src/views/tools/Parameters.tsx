// The parameters of a tool as a list for people.

import { Badge } from '../../parts/Badge';
import { Words } from '../../parts/Words';
import { parameters } from './schema';

export function Parameters({ schema }: { schema: string }) {
  const found = parameters(schema);
  if (found.length === 0) return <p className="quiet">It takes no arguments.</p>;
  return (
    <ul className="parameters">
      {found.map((parameter) => (
        <li key={parameter.name}>
          <p className="row">
            <code>{parameter.name}</code>
            <span className="quiet small">{parameter.type}</span>
            {parameter.required && <Badge tone="note">required</Badge>}
            {parameter.defaultValue !== undefined && (
              <span className="quiet small">default {JSON.stringify(parameter.defaultValue)}</span>
            )}
          </p>
          {parameter.description && <p className="quiet small"><Words text={parameter.description} /></p>}
          {parameter.values.length > 0 && (
            <p className="small quiet">
              One of {parameter.values.map((value) => JSON.stringify(value)).join(', ')}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
