// How many calls wait for a person: polled once for the whole page.

import { ask } from '../api/client';
import type { Approval } from '../api/types';
import { useLoad, type Loaded } from '../hooks/useLoad';
import { usePoll } from '../hooks/usePoll';

export function useWaiting(): Loaded<Approval[]> {
  const waiting = useLoad(async (signal) => {
    const page = await ask('get', '/api/approvals', { query: { state: 'pending' }, signal });
    return page.approvals;
  }, []);
  usePoll(waiting.reload, 2000);
  return waiting;
}
