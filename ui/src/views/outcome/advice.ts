// What helps, for each way in which a call can fail.

import type { Failure } from '../../api/types';
import { duration } from '../../parts/Time';

const NEXT: Record<string, string> = {
  VALIDATION: 'Correct the arguments and call the tool again.',
  NOT_FOUND: 'Give the tool to the agent, or call without an agent.',
  DISABLED: 'Enable the tool in its settings, or the agent in its own.',
  INTERNAL: 'The handler broke, or its answer is not what the tool promises: look at the record and the server’s log.',
  TIMEOUT: 'Ask for less at once, or give the tool a longer timeout.',
  CANCELLED: 'Call it again if you still want it.',
  MODE_RESTRICTED: 'Choose another mode, or allow this one in the tool’s settings.',
  BUDGET_EXCEEDED: 'Begin a new turn, or raise the budget in the policy.',
  CONFIRMATION_REQUIRED: 'A person must approve this very call.',
  LOOP_DETECTED: 'Call with other arguments, or begin a new turn.',
  PERMISSION_DENIED: 'The policy forbids this call.',
  OVERLOADED: 'Wait a moment and call again.',
  SESSION_INACTIVE: 'The session has ended; start another.',
  TRANSIENT: 'Call it again.',
  PERMANENT: 'The same call will fail again: change the arguments.',
  RATE_LIMIT: 'Wait, then call again.',
  AUTH: 'The tool’s own service refused its credentials: check how it is set up.',
  CONFLICT: 'Look at what is there already, then decide.',
};

export function nextStep(error: Failure['error']): string {
  const wait = error.retryAfterMs === undefined ? '' : ` It may be called again in ${duration(error.retryAfterMs)}.`;
  return `${NEXT[error.type] ?? (error.retryable ? 'Call it again.' : 'Do not repeat the call.')}${wait}`;
}
