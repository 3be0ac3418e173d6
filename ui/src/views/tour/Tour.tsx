// The first minute: choose, call, read the record, go on by curl or MCP. Each step has its address.

import { useEffect, useState, type ReactNode } from 'react';
import type { Outcome } from '../../api/types';
import { Page } from '../../parts/Page';
import { navigate, path, useQuery } from '../../router';
import '../../style/tour.css';
import { CallStep } from './CallStep';
import { DoorsStep } from './DoorsStep';
import { RecordStep } from './RecordStep';
import { noteToured } from './seen';
import { WelcomeStep } from './WelcomeStep';

const STEPS = [
  ['', 'Welcome'],
  ['call', 'Call a tool'],
  ['record', 'Read its record'],
  ['doors', 'Other doors'],
] as const;

export default function Tour({ at = '' }: { at: string | undefined }) {
  const [query] = useQuery();
  const [outcome, setOutcome] = useState<Outcome>();
  const call = outcome?.meta.callId ?? query.get('call') ?? '';
  // There is no record before there was a call.
  const known = STEPS.findIndex(([step]) => step === at);
  const step = known === 2 && !call ? 1 : Math.max(known, 0);
  useEffect(noteToured, []);
  const go = (to: number) => {
    const place = path('welcome', ...(STEPS[to]![0] ? [STEPS[to]![0]] : []));
    navigate(call ? `${place}?call=${encodeURIComponent(call)}` : place);
  };
  const leave = () => navigate('/tools');
  const views: ReactNode[] = [
    <WelcomeStep key="welcome" />,
    <CallStep key="call" outcome={outcome} onOutcome={setOutcome} />,
    <RecordStep key="record" call={call} />,
    <DoorsStep key="doors" />,
  ];
  const ready = step !== 1 || call !== '';
  const last = step === STEPS.length - 1;
  return (
    <Page title={STEPS[step]![1]} name={`${STEPS[step]![1]} · First minute`}>
      <div className="tour stack">
        <ol className="steps" aria-label="Steps">
          {STEPS.map(([id, title], index) => (
            <li key={id} aria-current={index === step ? 'step' : undefined} data-done={index < step || undefined}>
              {title}
            </li>
          ))}
        </ol>
        <div className="card stack">{views[step]}</div>
        <div className="row spread">
          {last ? (
            <span className="quiet small">Settings start this tour again.</span>
          ) : (
            <button type="button" className="button plain" onClick={leave}>
              Skip the tour
            </button>
          )}
          <span className="row">
            {step > 0 && (
              <button type="button" className="button" onClick={() => go(step - 1)}>
                Back
              </button>
            )}
            {last ? (
              <button type="button" className="button primary" onClick={leave}>
                See all tools
              </button>
            ) : (
              <button type="button" className="button primary" disabled={!ready} onClick={() => go(step + 1)}>
                {step === 0 ? 'Show me' : 'Next'}
              </button>
            )}
          </span>
        </div>
      </div>
    </Page>
  );
}
