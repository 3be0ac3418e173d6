// The frame of the page, and which view is at which address.

import { lazy, Suspense, useEffect, useRef } from 'react';
import { Empty } from './parts/Empty';
import { Page } from './parts/Page';
import { Skeleton } from './parts/Skeleton';
import { useLink } from './api/link';
import { Link, navigate, usePath } from './router';
import { Banner } from './shell/Banner';
import { Boundary } from './shell/Boundary';
import { useKeptFocus } from './shell/focus';
import { KeyPanel } from './shell/KeyPanel';
import { Leave } from './shell/Leave';
import { Side } from './shell/Side';
import { tourIsDue } from './views/tour/seen';
import { ToolList } from './views/tools/ToolList';
import { ToolView } from './views/tools/ToolView';

const AgentList = lazy(() => import('./views/agents/AgentList'));
const AgentView = lazy(() => import('./views/agents/AgentView'));
const Chat = lazy(() => import('./views/chat/Chat'));
const Approvals = lazy(() => import('./views/approvals/Approvals'));
const CallList = lazy(() => import('./views/calls/CallList'));
const CallView = lazy(() => import('./views/calls/CallView'));
const Analytics = lazy(() => import('./views/analytics/Analytics'));
const Settings = lazy(() => import('./views/settings/Settings'));
const Tour = lazy(() => import('./views/tour/Tour'));

export function App() {
  const main = useRef<HTMLElement>(null);
  const path = usePath();
  const locked = useLink().state === 'locked';
  // The steps of the tour are one view.
  const view = path[0] === 'welcome' ? 'welcome' : path.slice(0, 2).join('/');
  useKeptFocus();
  const first = useRef(true);
  // Whoever uses a keyboard or a screen reader is in the new view, not in the old link.
  useEffect(() => {
    if (!first.current) main.current?.focus({ preventScroll: true });
    first.current = false;
  }, [path[0] === 'welcome' ? path.join('/') : view]);
  return (
    <>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <div className="shell">
        <Side />
        <main id="main" ref={main} tabIndex={-1}>
          <Banner />
          {locked && <KeyPanel />}
          {/* Hidden, not gone: what was being written is there again with the key. */}
          <div className="view" hidden={locked}>
            <Boundary key={view}>
              <Suspense fallback={<Skeleton />}>
                <View path={path} />
              </Suspense>
            </Boundary>
          </div>
        </main>
      </div>
      <Leave />
    </>
  );
}

function View({ path: [view, id, part] }: { path: string[] }) {
  switch (view) {
    case undefined:
      return <Home />;
    case 'welcome':
      return <Tour at={id} />;
    case 'tools':
      return id ? <ToolView key={id} id={id} tab={part ?? 'overview'} /> : <ToolList />;
    case 'agents':
      return id ? <AgentView key={id} id={id} /> : <AgentList />;
    case 'chat':
      return <Chat session={id} />;
    case 'approvals':
      return <Approvals />;
    case 'calls':
      return id ? <CallView key={id} id={id} /> : <CallList />;
    case 'analytics':
      return <Analytics />;
    case 'settings':
      return <Settings />;
    default:
      return <Nowhere />;
  }
}

function Home() {
  useEffect(() => navigate(tourIsDue() ? '/welcome' : '/tools', { replace: true }), []);
  return null;
}

function Nowhere() {
  return (
    <Page title="Nothing is here">
      <Empty icon="search" title="There is no such view" action={<Link className="button" href="/tools">See all tools</Link>}>
        The address may be mistyped, or from another version of this page.
      </Empty>
    </Page>
  );
}
