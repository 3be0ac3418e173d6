// A call within an answer, folded; what it handed on hangs below it as a tree.

import { ask } from '../../api/client';
import { read } from '../../api/json';
import { Icon } from '../../parts/Icon';
import { JsonView } from '../../parts/JsonView';
import { duration } from '../../parts/Time';
import { Link, path } from '../../router';
import { Decide } from '../approvals/Decide';
import type { CallPart } from './conversation';
import { PartView } from './EntryView';

export function CallFold({ call }: { call: CallPart }) {
  const ended = call.ended ?? (call.text !== undefined || call.outcome !== undefined);
  const state = call.approval ? 'waits' : !ended ? 'runs' : call.failed ? 'failed' : 'done';
  const icon = { waits: 'clock', runs: 'clock', failed: 'cross', done: 'check' } as const;
  return (
    <div className={`call ${state}`}>
      <details>
        <summary>
          <Icon name={icon[state]} />
          <span className="call-tool">{call.tool}</span>
          <span className="call-brief mono">{call.arguments}</span>
          <span className="quiet small nowrap">
            {state === 'waits' ? 'waits for you' : state === 'runs' ? 'runs' : call.durationMs !== undefined && duration(call.durationMs)}
            <span className="hidden"> {state}</span>
          </span>
          <Icon name="right" />
        </summary>
        <div className="stack tight call-body">
          <h2>Arguments</h2>
          <JsonView value={readable(call.arguments)} label="arguments" />
          {ended && (
            <>
              <div className="row spread">
                <h2>{call.text === undefined ? 'Outcome' : 'Outcome, as the model reads it'}</h2>
                {call.record && (
                  <Link className="small" href={path('calls', call.record)}>
                    See its record
                  </Link>
                )}
              </div>
              {call.text !== undefined && <JsonView value={readable(call.text)} label="outcome" />}
            </>
          )}
        </div>
      </details>
      {call.approval && <Ask approval={call.approval} />}
      {call.inside.length > 0 && (
        <ul className="tree" aria-label={`What ${call.tool} did`}>
          {call.inside.map((part, index) => (
            <li key={part.kind === 'call' ? part.id : index}>
              <PartView part={part} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Ask({ approval }: { approval: NonNullable<CallPart['approval']> }) {
  const { id } = approval;
  return (
    <div className="notice wait stack tight" role="group" aria-label="Approval">
      <p>
        <strong>{approval.preview}</strong>
      </p>
      <Decide
        approve={async () => void (await ask('post', '/api/approvals/{id}/approve', { path: { id } }))}
        deny={async (reason) => void (await ask('post', '/api/approvals/{id}/deny', { path: { id }, body: { reason: reason || null } }))}
      />
    </div>
  );
}

/** JSON where it is JSON, else the text as it is. */
function readable(text: string): unknown {
  try {
    return read(text);
  } catch {
    return text;
  }
}
