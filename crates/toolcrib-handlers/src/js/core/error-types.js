// What a handler imports as '../_core/error-types.js'.

export const ErrorType = Object.freeze({
  // A handler's own.
  SESSION_INACTIVE: 'SESSION_INACTIVE',
  TRANSIENT: 'TRANSIENT',
  PERMANENT: 'PERMANENT',
  RATE_LIMIT: 'RATE_LIMIT',
  AUTH: 'AUTH',
  CONFLICT: 'CONFLICT',
  // For arguments that fit the schema and still make no sense, and for bugs.
  VALIDATION: 'VALIDATION',
  INTERNAL: 'INTERNAL',
  // Raised by the registry and by policy; a handler meets them in the outcomes
  // of `context.call` and cannot claim them itself.
  NOT_FOUND: 'NOT_FOUND',
  DISABLED: 'DISABLED',
  TIMEOUT: 'TIMEOUT',
  CANCELLED: 'CANCELLED',
  MODE_RESTRICTED: 'MODE_RESTRICTED',
  BUDGET_EXCEEDED: 'BUDGET_EXCEEDED',
  CONFIRMATION_REQUIRED: 'CONFIRMATION_REQUIRED',
  LOOP_DETECTED: 'LOOP_DETECTED',
  PERMISSION_DENIED: 'PERMISSION_DENIED',
  OVERLOADED: 'OVERLOADED',
});

export const IntentType = Object.freeze({
  END_VOICE_SESSION: 'END_VOICE_SESSION',
  SUPPRESS_AUDIO: 'SUPPRESS_AUDIO',
  SUPPRESS_TRANSCRIPT: 'SUPPRESS_TRANSCRIPT',
  SET_PENDING_MESSAGE: 'SET_PENDING_MESSAGE',
  SWITCH_AGENT: 'SWITCH_AGENT',
});

/** An unexpected failure: thrown, where an expected one is returned. */
export class ToolError extends Error {
  constructor(type, message, options = {}) {
    super(message);
    this.name = 'ToolError';
    this.type = type;
    for (const key of
      ['retryable', 'partialSideEffects', 'idempotencyRequired', 'details', 'retryAfterMs', 'intents']) {
      if (options[key] !== undefined) this[key] = options[key];
    }
  }
}
