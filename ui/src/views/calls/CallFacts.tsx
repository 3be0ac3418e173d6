import type { ReactNode } from 'react';
import type { WholeCall } from '../../api/types';
import { Link, path } from '../../router';
import { words } from './CallTable';
import { approvalOf } from './Course';
import { RULES } from './rules';

export function CallFacts({ call }: { call: WholeCall }) {
  const to = (view: string, id: string | null | undefined) => id && <Link href={path(view, id)}>{id}</Link>;
  const approval = approvalOf(call);
  const facts: [string, ReactNode][] = [
    ['Tool', to('tools', call.tool_id)],
    ['Version', call.tool_version],
    ['Agent', to('agents', call.agent_id)],
    ['Session', to('chat', call.session_id)],
    ['Door', words(call.door)],
    ['Mode', call.mode],
    ['Key', call.key_id],
    ['Rule', call.rule && <span title={call.rule}>{RULES[call.rule] ?? call.rule}</span>],
    ['Approval', approval && <Link className="mono" href={`/approvals#${approval}`}>{approval}</Link>],
    ['Within', to('calls', call.parent_call_id)],
    ['Outcome of', to('calls', call.replay_of)],
    ['Attempts', call.attempts === 0 ? 'The handler was not reached' : String(call.attempts)],
    ['Answer', call.response_bytes > 0 && `${call.response_bytes.toLocaleString('en')} bytes`],
    ['Registry', <span key="registry" className="mono">{call.registry_version}</span>],
  ];
  return (
    <dl className="facts">
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name} className="fact">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
