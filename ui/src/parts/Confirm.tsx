// Asks before something is done that cannot be undone.

import type { ReactNode } from 'react';
import type { Doing } from '../hooks/useDo';
import { Dialog } from './Dialog';
import { ErrorNote } from './ErrorNote';

type Props = { title: string; action: string; doing: Doing; onConfirm: () => void; onClose: () => void; children: ReactNode };

export function Confirm({ title, action, doing, onConfirm, onClose, children }: Props) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{children}</p>
      <ErrorNote error={doing.error} />
      <div className="row end">
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" className="button danger" disabled={doing.busy} onClick={onConfirm}>
          {action}
        </button>
      </div>
    </Dialog>
  );
}
