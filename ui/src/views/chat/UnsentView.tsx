import type { Unsent } from './unsent';

type Props = { unsent: Unsent; busy: boolean; again: () => void; forget: () => void };

/** A message that the server has not got. */
export function UnsentView({ unsent, busy, again, forget }: Props) {
  return (
    <div className="said user unsent" role="group" aria-label="Unsent message">
      <p>{unsent.text}</p>
      <div className="row small">
        <span role="alert">Not sent. {unsent.why}</span>
        <button type="button" className="button slim" disabled={busy} onClick={again}>
          Send again
        </button>
        <button type="button" className="button slim" onClick={forget}>
          Discard
        </button>
      </div>
    </div>
  );
}
