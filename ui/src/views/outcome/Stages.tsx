// The stages of a dry run, in the order in which a call passes them.

import type { DryRun } from '../../api/types';
import { Icon } from '../../parts/Icon';
import { Words } from '../../parts/Words';

const STAGES: Record<string, string> = {
  resolve: 'The tool is there',
  admit: 'The rules let it in',
  prepare: 'The arguments fit',
  confirm: 'Nobody must be asked first',
  run: 'The handler runs',
  check: 'The answer is what was promised',
};

export function Stages({ run }: { run: DryRun }) {
  const reached = new Map(run.stages.map((stage) => [stage.stage, stage]));
  return (
    <ol className="stages">
      {Object.entries(STAGES).map(([name, words]) => {
        const stage = reached.get(name);
        const state = stage ? (stage.ok ? 'ok' : 'bad') : 'skipped';
        return (
          <li key={name} className={state}>
            <Icon name={stage ? (stage.ok ? 'check' : 'cross') : 'circle'} />
            <p>
              <strong>{name}</strong> <span className="quiet">{words}</span>
              <span className="hidden">: {stage ? (stage.ok ? 'passed' : 'refused') : 'not reached'}</span>
            </p>
            {stage && !stage.ok && (
              <p>
                <code>{stage.type}</code> <Words text={stage.message ?? ''} />
              </p>
            )}
          </li>
        );
      })}
    </ol>
  );
}
