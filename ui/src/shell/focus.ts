// Keeps the focus in the page.
//
// A button that does its work and goes takes the focus with it, and whoever uses
// a keyboard begins at the top again. The focus goes to what the button was in.

import { useEffect } from 'react';

const PLACES = 'li, section, form, [role="log"], [role="group"], dialog, main';

export function useKeptFocus(): void {
  useEffect(() => {
    let last: { element: Element; around: Element[] } | undefined;
    const note = ({ target }: FocusEvent) => {
      if (target instanceof Element) last = { element: target, around: around(target) };
    };
    const look = () => {
      if (!last || document.activeElement !== document.body) return;
      const { element } = last;
      const gone = !element.isConnected || (element as HTMLButtonElement).disabled;
      const place = gone && last.around.find((one) => one.isConnected);
      if (!(place instanceof HTMLElement)) return;
      if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
      place.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => window.setTimeout(look, 0));
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', note);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', note);
    };
  }, []);
}

/** The places that an element is in, the nearest first. */
function around(element: Element): Element[] {
  const found: Element[] = [];
  for (let at = element.parentElement?.closest(PLACES); at; at = at.parentElement?.closest(PLACES)) found.push(at);
  return found;
}
