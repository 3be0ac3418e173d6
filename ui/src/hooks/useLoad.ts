// Something that is loaded, shown and loaded again.

import { useCallback, useEffect, useRef, useState } from 'react';
import { useLink } from '../api/link';

export type Loaded<T> = {
  data: T | undefined;
  error: Error | undefined;
  loading: boolean;
  reload: () => void;
};

/**
 * Loads when `wanted` changes, when the server came back, and on `reload`.
 * What was there stays until the new is there, so that nothing jumps; only
 * what belongs to another `wanted` goes at once.
 */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>, wanted: readonly unknown[]): Loaded<T> {
  const { generation } = useLink();
  const [turn, setTurn] = useState(0);
  const [held, setHeld] = useState<{ of: string; data?: T; error?: Error }>({ of: '' });
  const latest = useRef(load);
  latest.current = load;
  const of = JSON.stringify(wanted);

  useEffect(() => {
    const controller = new AbortController();
    latest.current(controller.signal).then(
      (data) => !controller.signal.aborted && setHeld({ of, data }),
      (error: Error) => {
        if (controller.signal.aborted) return;
        setHeld((before) => ({ of, data: before.of === of ? before.data : undefined, error }));
      },
    );
    return () => controller.abort();
  }, [of, turn, generation]);

  const reload = useCallback(() => setTurn((before) => before + 1), []);
  const mine = held.of === of;
  return {
    data: mine ? held.data : undefined,
    error: mine ? held.error : undefined,
    loading: !mine,
    reload,
  };
}
