import { ToolError, ErrorType, IntentType } from '../_core/error-types.js';
import { double } from './lib.js';

const WAYS = {
  data: ({ args }) => ({ ok: true, data: { count: args.count } }),
  noData: () => ({ ok: true }),
  context: ({ args, meta, session, capabilities, ws, geminiSession, clientId, config }) => ({
    ok: true,
    data: {
      args, meta, capabilities, ws, geminiSession, clientId, config,
      session: { ...session, toolsVersion: typeof session.toolsVersion },
    },
  }),
  frozenSession: ({ session }) => {
    session.state.mine = true;
    return { ok: true };
  },
  ownFile: ({ args }) => ({ ok: true, data: double(args.count) }),
  dynamicImport: async ({ args }) => {
    const lib = await import('./lib.js');
    return { ok: true, data: lib.double(args.count) };
  },
  warnings: () => ({
    ok: true,
    data: ['ada'],
    warnings: ['not found: bob', { pointer: '/count', message: 'not used' }],
  }),
  intents: () => ({
    ok: true,
    data: null,
    intents: [
      { type: IntentType.END_VOICE_SESSION, after: 'current_turn' },
      { type: IntentType.SUPPRESS_AUDIO, value: true },
      { type: IntentType.SUPPRESS_TRANSCRIPT, value: true },
      { type: IntentType.SET_PENDING_MESSAGE, message: 'Back soon.' },
      { type: IntentType.SWITCH_AGENT, agentId: 'helper' },
    ],
  }),
  meta: () => ({ ok: true, data: 1, meta: { toolId: 'someone_else', duration: 0 } }),
  failure: () => ({
    ok: false,
    error: { type: ErrorType.CONFLICT, message: 'It changed meanwhile.', retryable: false },
    intents: [{ type: IntentType.SUPPRESS_AUDIO, value: true }],
  }),
  validation: () => ({
    ok: false,
    error: {
      type: ErrorType.VALIDATION,
      message: 'No such entry.',
      details: [{ pointer: '/way', message: 'is unknown', expected: 'a known one' }],
    },
  }),
  thrownToolError: () => {
    throw new ToolError(ErrorType.AUTH, 'The key is not accepted.', { retryable: false });
  },
  thrownWithIntents: () => {
    throw new ToolError(ErrorType.PERMANENT, 'It is gone.', {
      intents: [{ type: IntentType.SUPPRESS_TRANSCRIPT, value: true }],
    });
  },
  plainThrow: () => {
    throw new Error('something broke');
  },
  thrownText: () => {
    throw 'just a text';
  },
  rejected: () => Promise.reject(new TypeError('rejected')),
  undeclared: () => ({ ok: true, data: Date.now() - startTime }),
  missingReturn: () => {},
  returnsText: () => 'hello',
  returnsList: () => [1, 2],
  returnsNull: () => null,
  noOk: () => ({ data: 1 }),
  okIsText: () => ({ ok: 'true', data: 1 }),
  okAndError: () => ({ ok: true, data: 1, error: { type: 'PERMANENT', message: 'no' } }),
  failureWithoutError: () => ({ ok: false }),
  failureWithData: () => ({ ok: false, data: 1, error: { type: 'PERMANENT', message: 'no' } }),
  errorWithoutMessage: () => ({ ok: false, error: { type: 'PERMANENT' } }),
  intentsAreNoList: () => ({ ok: true, intents: 'END' }),
  sleeps: async () => {
    const before = Date.now();
    await new Promise((wake) => setTimeout(wake, 30));
    return { ok: true, data: Date.now() - before >= 29 };
  },
  timers: async () => {
    const seen = [];
    const cleared = setTimeout(() => seen.push('cleared'), 1);
    clearTimeout(cleared);
    await new Promise((done) => {
      const id = setInterval((word) => {
        seen.push(word);
        if (seen.length === 3) {
          clearInterval(id);
          done();
        }
      }, 1, 'tick');
    });
    return { ok: true, data: seen };
  },
  texts: () => ({
    ok: true,
    data: [
      new TextDecoder().decode(new TextEncoder().encode('grüße')),
      btoa('hi there'),
      atob('aGkgdGhlcmU='),
      new URL('/b?x=1#h', 'https://user.example:8080/a').href,
      `${new URLSearchParams({ q: 'a b', n: 1 })}`,
      new URL('https://example.com/?a=1&a=2').searchParams.getAll('a'),
    ],
  }),
  callsAnother: async ({ call }) => {
    const outcome = await call('types', { count: '7' });
    return { ok: true, data: { ok: outcome.ok, data: outcome.data, repairs: outcome.meta.repairs } };
  },
  callsAFailing: async ({ call }) => {
    const outcome = await call('hostile_js', { trick: 'bigint' });
    return { ok: true, data: outcome.error };
  },
  callsItself: async ({ call }) => ({ ok: true, data: (await call('answers_js', { way: 'data' })).error }),
};

export async function execute(context) {
  return WAYS[context.args.way](context);
}
