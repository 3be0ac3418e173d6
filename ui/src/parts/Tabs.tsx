// Parts of a view that have addresses of their own.

import { Link } from '../router';

type Props = { label: string; current: string; tabs: readonly { id: string; label: string; href: string }[] };

export function Tabs({ label, current, tabs }: Props) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.id} href={tab.href} aria-current={tab.id === current ? 'page' : undefined}>
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
