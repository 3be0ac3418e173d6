import { ToolError, ErrorType, IntentType } from '../_core/error-types.js';

export async function execute({ args, ws, session, capabilities }) {
  const { duration_seconds: durationSeconds, farewell_message: farewellMessage } = args;
  if (!session.isActive) {
    return {
      ok: false,
      error: {
        type: ErrorType.SESSION_INACTIVE,
        message: 'The session has already ended, so there is nobody to ignore.',
        retryable: false,
      },
    };
  }
  const timeoutUntil = Date.now() + durationSeconds * 1000;
  const farewellDelivered = ws !== null && capabilities.messaging;
  if (farewellDelivered) {
    try {
      ws.send(
        JSON.stringify({ type: 'timeout', timeoutUntil, durationSeconds, message: farewellMessage }),
      );
    } catch (error) {
      throw new ToolError(ErrorType.TRANSIENT, `The client could not be told: ${error.message}`);
    }
  }
  return {
    ok: true,
    data: { timeoutUntil, durationSeconds, farewellMessage, farewellDelivered },
    intents: [
      { type: IntentType.END_VOICE_SESSION, after: 'current_turn' },
      { type: IntentType.SUPPRESS_TRANSCRIPT, value: true },
    ],
  };
}
