// Addresses of the page, by the history API.
//
// What is shown is the address that was agreed to: while somebody is asked
// whether to leave what is not saved, the view stays as it is.

import { useSyncExternalStore, type AnchorHTMLAttributes, type MouseEvent } from 'react';
import { askToLeave, isUnsaved } from './leave';

const listeners = new Set<() => void>();
let shown = { pathname: location.pathname, search: location.search };
/** Where we are in the tab's history, so that a step back can be undone. */
let place = (history.state as { place?: number } | null)?.place ?? 0;
let undoing = false;

export function navigate(to: string, how: { replace?: boolean } = {}): void {
  const go = () => {
    if (!how.replace) place += 1;
    history[how.replace ? 'replaceState' : 'pushState']({ place }, '', to);
    show();
  };
  const same = new URL(to, location.href).pathname === shown.pathname;
  if (same || !isUnsaved()) go();
  else askToLeave(go);
}

function show(): void {
  shown = { pathname: location.pathname, search: location.search };
  listeners.forEach((listener) => listener());
}

window.addEventListener('popstate', ({ state }) => {
  const to = (state as { place?: number } | null)?.place ?? 0;
  const by = to - place;
  if (undoing) {
    undoing = false;
    return;
  }
  if (location.pathname === shown.pathname || !isUnsaved()) {
    place = to;
    return show();
  }
  // The browser has gone already: back to where the question is asked.
  undoing = true;
  history.go(-by);
  askToLeave(() => history.go(by));
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function usePath(): string[] {
  const path = useSyncExternalStore(subscribe, () => shown.pathname);
  return path.split('/').filter(Boolean).map(decoded);
}

/** An address that somebody mistyped is still an address. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The query of the address, and how to change parts of it. */
export function useQuery(): [URLSearchParams, (change: Record<string, string>) => void] {
  const search = useSyncExternalStore(subscribe, () => shown.search);
  const change = (parts: Record<string, string>) => {
    const next = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(parts)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    const query = next.toString();
    navigate(query ? `${location.pathname}?${query}` : location.pathname, { replace: true });
  };
  return [new URLSearchParams(search), change];
}

export function Link({ href, onClick, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    // A new tab or window is the browser's to open.
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    navigate(href);
    window.scrollTo(0, 0);
  };
  return <a href={href} onClick={go} {...rest} />;
}

/** A path with its parts made safe. */
export function path(...parts: string[]): string {
  return `/${parts.map(encodeURIComponent).join('/')}`;
}
