// Whether this browser has been shown around.

const KEPT = 'toolcrib.toured';

export function tourIsDue(): boolean {
  return localStorage.getItem(KEPT) === null;
}

export function noteToured(): void {
  localStorage.setItem(KEPT, 'yes');
}
