// What every view has: a title, a line that says what it is, and its actions.

import { useEffect, type ReactNode } from 'react';
import { Link } from '../router';

type Props = {
  title: string;
  /** What the browser's tab says, where the title alone is not enough. */
  name?: string;
  about?: ReactNode;
  actions?: ReactNode;
  back?: { href: string; label: string };
  children: ReactNode;
};

export function Page({ title, name, about, actions, back, children }: Props) {
  useEffect(() => {
    document.title = `${name ?? title} · Toolcrib`;
  }, [title, name]);
  return (
    <div className="page">
      <header className="page-head">
        <div>
          {back && (
            <Link className="crumb" href={back.href}>
              ← {back.label}
            </Link>
          )}
          <h1>{title}</h1>
          {about && <p>{about}</p>}
        </div>
        {actions && <div className="row">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
