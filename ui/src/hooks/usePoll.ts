// Something that is looked at again and again while somebody looks at the page.

import { useEffect, useRef } from 'react';
import { isFine } from '../api/link';

export function usePoll(look: () => void, everyMs: number, wanted = true): void {
  const latest = useRef(look);
  latest.current = look;
  useEffect(() => {
    if (!wanted) return;
    const tick = () => document.visibilityState === 'visible' && isFine() && latest.current();
    const timer = window.setInterval(tick, everyMs);
    document.addEventListener('visibilitychange', tick);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [everyMs, wanted]);
}
