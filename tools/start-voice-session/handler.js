import { ErrorType, IntentType } from '../_core/error-types.js';

export async function execute({ args, ws, session }) {
  if (!session.isActive) {
    return {
      ok: false,
      error: {
        type: ErrorType.SESSION_INACTIVE,
        message: 'The session has already ended; a new one must be started first.',
        retryable: false,
      },
    };
  }
  ws?.send(JSON.stringify({ type: 'start_voice_session' }));
  const { pending_message: message } = args;
  return {
    ok: true,
    data: { voiceSessionRequested: true },
    intents: message === undefined ? [] : [{ type: IntentType.SET_PENDING_MESSAGE, message }],
  };
}
