// The navigation: beside the view, or above it where the screen is narrow.

import { useEffect, useRef, useState } from 'react';
import { workspace } from '../api/access';
import { useLink } from '../api/link';
import { Icon, type IconName } from '../parts/Icon';
import { Link, usePath } from '../router';
import { Brand } from './Brand';
import { ThemeButton } from './ThemeButton';
import { useWaiting } from './waiting';

const VIEWS: { at: string; label: string; icon: IconName }[] = [
  { at: 'tools', label: 'Tools', icon: 'tools' },
  { at: 'agents', label: 'Agents', icon: 'agents' },
  { at: 'chat', label: 'Chat', icon: 'chat' },
  { at: 'approvals', label: 'Approvals', icon: 'approvals' },
  { at: 'calls', label: 'Calls', icon: 'calls' },
  { at: 'analytics', label: 'Analytics', icon: 'analytics' },
  { at: 'settings', label: 'Settings', icon: 'settings' },
];

export function Side() {
  const waiting = useWaiting().data?.length ?? 0;
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { state } = useLink();
  const [current = ''] = usePath();
  useEffect(() => {
    if (!open) return;
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [open]);
  return (
    <header className="side" data-open={open}>
      <Link className="brand" href="/tools">
        <Brand />
        Toolcrib
      </Link>
      <button
        ref={button}
        type="button"
        className="icon-button menu-button"
        aria-label={waiting > 0 ? `Menu, ${waiting} waiting` : 'Menu'}
        aria-expanded={open}
        aria-controls="navigation"
        onClick={() => setOpen(!open)}
      >
        <Icon name={open ? 'cross' : 'menu'} />
        {waiting > 0 && !open && <i className="menu-dot" />}
      </button>
      <nav id="navigation" aria-label="Views">
        <ul className="nav">
          {VIEWS.map(({ at, label, icon }) => (
            <li key={at}>
              <Link href={`/${at}`} aria-current={at === current ? 'page' : undefined} onClick={() => setOpen(false)}>
                <Icon name={icon} />
                {label}
                {at === 'approvals' && waiting > 0 && (
                  <span className="count" aria-label={`${waiting} waiting`}>
                    {waiting >= 50 ? '50+' : waiting}
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="side-foot">
        <span className={state === 'fine' ? 'dot' : 'dot bad'} aria-hidden="true" />
        <span title="The workspace that this page works in">{workspace()}</span>
        <ThemeButton />
      </div>
    </header>
  );
}
