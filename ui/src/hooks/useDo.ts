// Something that a click does: busy while it runs, and what went wrong.

import { useCallback, useState } from 'react';

export type Doing = {
  busy: boolean;
  error: Error | undefined;
  /** Whether it worked. */
  run: (work: () => Promise<void>) => Promise<boolean>;
  forget: () => void;
};

export function useDo(): Doing {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const run = useCallback(async (work: () => Promise<void>) => {
    setBusy(true);
    setError(undefined);
    try {
      await work();
      return true;
    } catch (failed) {
      setError(failed as Error);
      return false;
    } finally {
      setBusy(false);
    }
  }, []);
  const forget = useCallback(() => setError(undefined), []);
  return { busy, error, run, forget };
}
