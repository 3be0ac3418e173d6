import { ToolError, ErrorType } from '../_core/error-types.js';

const WAYS = {
  done: () => ({ ok: true, data: 'written' }),
  throw: () => {
    throw new Error('half way');
  },
  hang: () => new Promise(() => {}),
  partly: () => {
    throw new ToolError(ErrorType.TRANSIENT, 'The second half failed.', {
      retryable: true,
      partialSideEffects: true,
    });
  },
};

export async function execute({ args }) {
  return WAYS[args.way]();
}
