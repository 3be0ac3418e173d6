// Dark or light: as the system says, unless somebody chose.

import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';

const KEPT = 'toolcrib.theme';
const system = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function chosen(): Theme {
  const kept = localStorage.getItem(KEPT);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

export function applyTheme(): void {
  const theme = chosen();
  document.documentElement.dataset.theme = theme === 'system' ? (system.matches ? 'dark' : 'light') : theme;
}

export function choose(theme: Theme): void {
  localStorage.setItem(KEPT, theme);
  changed();
}

function changed(): void {
  applyTheme();
  listeners.forEach((listener) => listener());
}

system.addEventListener('change', changed);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What was chosen. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, chosen);
}

/** What that means now: `dark` or `light`. */
export function useShade(): string {
  return useSyncExternalStore(subscribe, () => document.documentElement.dataset.theme ?? 'light');
}
