// What would be lost by leaving a view, and the question whether to.

import { useEffect, useSyncExternalStore } from 'react';

/** What is not saved, in words. */
const unsaved = new Set<{ what: string }>();
const listeners = new Set<() => void>();
let question: { what: string; go: () => void } | undefined;

export function isUnsaved(): boolean {
  return unsaved.size > 0;
}

/** Asks; `go` is called when somebody agrees. */
export function askToLeave(go: () => void): void {
  const [first] = unsaved;
  become(first && { what: first.what, go });
}

function become(next: typeof question): void {
  question = next;
  listeners.forEach((listener) => listener());
}

/** The question that is open, and how to answer it. */
export function useQuestion(): { what: string; answer: (leave: boolean) => void } | undefined {
  const open = useSyncExternalStore(subscribe, () => question);
  if (!open) return undefined;
  const answer = (leave: boolean) => {
    become(undefined);
    if (!leave) return;
    unsaved.clear();
    open.go();
  };
  return { what: open.what, answer };
}

/** While `is` holds, leaving asks first; so does the browser, before the tab is closed. */
export function useUnsaved(is: boolean, what: string): void {
  useEffect(() => {
    if (!is) return;
    const one = { what };
    const closing = (event: BeforeUnloadEvent) => event.preventDefault();
    unsaved.add(one);
    window.addEventListener('beforeunload', closing);
    return () => {
      unsaved.delete(one);
      window.removeEventListener('beforeunload', closing);
    };
  }, [is, what]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
