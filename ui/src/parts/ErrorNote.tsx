// Why something did not work, in the server's words, and what to do.

import { ApiError } from '../api/client';
import { Words } from './Words';

const ADVICE: Record<string, string> = {
  UNAUTHORIZED: 'Enter a key of this workspace above, or in Settings.',
  FORBIDDEN: 'Use a key that has the scope for this: Settings shows which one this browser sends.',
  NOT_FOUND: 'It may have been deleted, or belong to another workspace.',
  UNAVAILABLE: 'The database does not answer. Try again in a moment.',
  INTERNAL_ERROR: 'This is a defect of the server; its log says more under the request id.',
};

export function ErrorNote({ error, retry }: { error: Error | undefined; retry?: () => void }) {
  const api = error instanceof ApiError ? error : undefined;
  // A server that is gone is the banner's to tell; what was being loaded is loaded by itself.
  if (!error || (api?.code === 'GONE' && retry)) return null;
  const advice = api && ADVICE[api.code];
  return (
    <div className="notice bad stack tight" role="alert">
      <p>
        <strong>
          <Words text={error.message} />
        </strong>
      </p>
      {api && api.details.length > 0 && (
        <ul>
          {api.details.map((fault) => (
            <li key={fault.pointer + fault.message}>
              <code>{fault.pointer || '/'}</code> {fault.message}
            </li>
          ))}
        </ul>
      )}
      {advice && <p>{advice}</p>}
      {(retry || api?.requestId) && (
        <p className="row small">
          {retry && (
            <button type="button" className="button slim" onClick={retry}>
              Try again
            </button>
          )}
          {api?.requestId && <span>Request {api.requestId}</span>}
        </p>
      )}
    </div>
  );
}
