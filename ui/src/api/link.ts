// Whether the server answers and lets us in, for everybody who wants to know.
//
// `generation` grows whenever what was loaded may be stale: the server came
// back, or another key is used. Whoever loads something loads it again then.

import { useSyncExternalStore } from 'react';

export type Link = {
  state: 'fine' | 'gone' | 'locked';
  generation: number;
};

let link: Link = { state: 'fine', generation: 0 };
const listeners = new Set<() => void>();

function become(next: Link): void {
  link = next;
  listeners.forEach((listener) => listener());
}

export function noteGone(): void {
  if (link.state === 'gone') return;
  become({ ...link, state: 'gone' });
  window.setTimeout(look, 1500);
}

export function noteLocked(): void {
  if (link.state === 'locked') return;
  become({ ...link, state: 'locked' });
}

export function loadAgain(): void {
  become({ state: 'fine', generation: link.generation + 1 });
}

/** Asks whether the server is back until it is. */
async function look(): Promise<void> {
  const back = await fetch('/healthz').then((answer) => answer.ok, () => false);
  if (back) loadAgain();
  else window.setTimeout(look, 1500);
}

/** Whether it makes sense to ask for anything now. */
export function isFine(): boolean {
  return link.state === 'fine';
}

/** How often what was loaded became stale. */
export function generation(): number {
  return link.generation;
}

export function useLink(): Link {
  return useSyncExternalStore(subscribe, () => link);
}

/** Tells whenever any of this changes. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
