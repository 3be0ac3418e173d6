import { ErrorType, IntentType } from '../_core/error-types.js';

export async function execute({ args, session }) {
  const { after, closing_message: message } = args;
  if (!session.isActive) {
    return {
      ok: false,
      error: {
        type: ErrorType.SESSION_INACTIVE,
        message: 'The voice session has already ended.',
        retryable: false,
      },
    };
  }
  const intents = [{ type: IntentType.END_VOICE_SESSION, after }];
  if (message !== undefined) intents.push({ type: IntentType.SET_PENDING_MESSAGE, message });
  return { ok: true, data: { ended: true, after }, intents };
}
