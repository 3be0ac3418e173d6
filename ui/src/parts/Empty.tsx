// Nothing is there: why, and what to do about it.

import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon';

type Props = { icon: IconName; title: string; children: ReactNode; action?: ReactNode };

export function Empty({ icon, title, children, action }: Props) {
  return (
    <div className="empty">
      <Icon name={icon} />
      <h2>{title}</h2>
      <p>{children}</p>
      {action}
    </div>
  );
}
