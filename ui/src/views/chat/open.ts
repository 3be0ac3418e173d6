// The conversations that are open, whichever view is shown.
//
// (1) A turn ends with its answer or because somebody stops it, never because
//     another view is shown.
// (2) One that nobody looks at is closed as soon as nothing of it runs.
// (3) Another workspace has other conversations: all are closed.

import { useSyncExternalStore } from 'react';
import { workspace } from '../../api/access';
import { generation, subscribe as subscribeLink } from '../../api/link';
import { OpenTalk } from './talk';

type Held = { talk: OpenTalk; viewers: number };

const held = new Map<string, Held>();
const listeners = new Set<() => void>();
let running: readonly string[] = [];
let seen = { generation: generation(), workspace: workspace() };

export function open(session: string, agent: string): OpenTalk {
  const before = held.get(session);
  if (before) return before.talk;
  const talk = new OpenTalk(session, agent, () => changed(session));
  held.set(session, { talk, viewers: 0 });
  return talk;
}

/** Somebody looks at it, until they call what this returns. */
export function watch(session: string): () => void {
  const one = held.get(session);
  if (one) one.viewers += 1;
  return () => {
    if (one) one.viewers -= 1;
    // Later: whoever goes from one view to the next may be back at once.
    window.setTimeout(() => tidy(session), 0);
  };
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The conversations in which somebody answers now. */
export function useRunning(): readonly string[] {
  return useSyncExternalStore(subscribe, () => running);
}

function changed(session: string): void {
  const busy = [...held].filter(([, { talk }]) => talk.shown.busy).map(([id]) => id);
  if (busy.join() !== running.join()) {
    running = busy;
    // Closing the tab would end them.
    if (busy.length > 0) window.addEventListener('beforeunload', ask);
    else window.removeEventListener('beforeunload', ask);
  }
  listeners.forEach((listener) => listener());
  tidy(session);
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

// (2)
function tidy(session: string): void {
  const one = held.get(session);
  if (!one || one.viewers > 0 || one.talk.shown.busy || one.talk.shown.loading) return;
  held.delete(session);
  one.talk.close();
}

subscribeLink(() => {
  if (generation() === seen.generation) return;
  const moved = workspace() !== seen.workspace;
  seen = { generation: generation(), workspace: workspace() };
  for (const [session, { talk }] of [...held]) {
    if (!moved) talk.again();
    else if (held.delete(session)) talk.close();
  }
});
