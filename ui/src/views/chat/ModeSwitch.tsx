// In which mode a conversation goes on: voice has shorter turns and fewer tools.

import { ask } from '../../api/client';
import { useMay } from '../../api/me';
import { useDo } from '../../hooks/useDo';
import { ErrorNote } from '../../parts/ErrorNote';
import { Segments } from '../../parts/Segments';
import { MODES, type Mode } from '../../parts/Talker';

type Props = { session: string; mode: string; disabled: boolean; onChanged: () => void };

export function ModeSwitch({ session, mode, disabled, onChanged }: Props) {
  const doing = useDo();
  const may = useMay('call');
  const set = (chosen: Mode) => {
    if (chosen === mode) return;
    void doing.run(async () => {
      await ask('patch', '/api/playground/sessions/{id}', { path: { id: session }, body: { mode: chosen } });
      onChanged();
    });
  };
  return (
    <>
      <Segments label="Mode" value={mode as Mode} onChange={set} options={MODES} disabled={disabled || doing.busy || !may} />
      <ErrorNote error={doing.error} />
    </>
  );
}
