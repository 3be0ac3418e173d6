// How a call ended, for people: the answer, or what went wrong and what to do next.

import type { ReactNode } from 'react';
import type { Failure, Outcome } from '../../api/types';
import { Badge } from '../../parts/Badge';
import { JsonView } from '../../parts/JsonView';
import { duration } from '../../parts/Time';
import { Words } from '../../parts/Words';
import { Link, path } from '../../router';
import { nextStep } from './advice';

type Props = { outcome: Outcome; children?: ReactNode; link?: boolean };

export function OutcomeView({ outcome, children, link = true }: Props) {
  const { meta } = outcome;
  // A call that waits for a person has not failed: `children` ask for the answer.
  const waits = !outcome.ok && outcome.error.confirmation_request !== undefined;
  return (
    <div className="stack tight outcome">
      <p className="row spread">
        <span className="row">
          <Badge tone={outcome.ok ? 'ok' : waits ? 'wait' : 'bad'}>{outcome.ok ? 'ok' : outcome.error.type}</Badge>
          <span className="quiet small">
            {duration(meta.duration)}
            {meta.attempts > 1 && `, ${meta.attempts} attempts`}
          </span>
        </span>
        {link && (
          <Link className="small" href={path('calls', meta.callId)}>
            See its record
          </Link>
        )}
      </p>
      {outcome.ok && <JsonView value={outcome.data} label="answer" />}
      {!outcome.ok && !(waits && children) && <Failed error={outcome.error} />}
      {outcome.ok && outcome.warnings.length > 0 && (
        <div className="notice wait">
          {outcome.warnings.map((warning) => (
            <p key={warning.pointer + warning.message}>
              <code>{warning.pointer || '/'}</code> {warning.message}
            </p>
          ))}
        </div>
      )}
      {meta.repairs.length > 0 && (
        <p className="quiet small">
          Mended before the call:{' '}
          {meta.repairs.map((repair) => `${repair.pointer} (${repair.repair.replaceAll('_', ' ')})`).join(', ')}
        </p>
      )}
      {children}
    </div>
  );
}

function Failed({ error }: { error: Failure['error'] }) {
  return (
    <div className="notice bad stack tight">
      <p>
        <strong>
          <Words text={error.message} />
        </strong>
      </p>
      {error.details.length > 0 && (
        <ul>
          {error.details.map((fault) => (
            <li key={fault.pointer + fault.message}>
              <code>{fault.pointer || '/'}</code> {fault.message}
            </li>
          ))}
        </ul>
      )}
      {error.partialSideEffects && <p>It may have done part of its work.</p>}
      <p>{nextStep(error)}</p>
    </div>
  );
}
