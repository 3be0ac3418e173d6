// A value that follows another when it has come to rest.

import { useEffect, useState } from 'react';

export function useLater<T>(value: T, ms = 200): T {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setLater(value), ms);
    return () => window.clearTimeout(timer);
  }, [value, ms]);
  return later;
}
