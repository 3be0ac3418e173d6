// What a script finds when it wakes up, and how it is called.
//
// Evaluated in every fresh cage before any script, so nothing here can have
// been tampered with; what is needed later is held in this scope. `install` is
// given the only functions that lead out of the cage.

const { parse, stringify } = JSON;
const { assign, freeze, defineProperty, entries, values } = Object;
const { isArray } = Array;
const NativePromise = Promise;
const NativeError = Error;

// Half a character cannot leave the cage; it becomes a replacement character.
const wellFormed = Function.prototype.call.bind(String.prototype.toWellFormed);
const whole = (value) => wellFormed(`${value}`);

// JSON in whole characters, and not without end: written natively, a value that
// refers to its parts again and again would keep the engine busy for ever.
const NODES_MAX = 1_000_000;
const TOO_LARGE = new RangeError('it is too large to be written');
const json = (value, nodesMax = 10_000) => {
  let nodes = 0;
  return stringify(value, (_, item) => {
    if (++nodes > nodesMax) throw TOO_LARGE;
    return typeof item === 'string' ? wellFormed(item) : item;
  });
};

// Characters of the arguments of an inner call, and of a message to the client.
const ARGUMENT_CHARS_MAX = 1_048_576;
const MESSAGE_CHARS_MAX = 262_144;
const cropped = (text, charsMax) => {
  if (text.length > charsMax) throw new TypeError(`more than ${charsMax} characters cannot be sent`);
  return text;
};

// Characters that are told of what was thrown.
const TOLD_MAX = 16_384;

// The names that `web.js` makes.
const WEB = [
  'TextEncoder', 'TextDecoder', 'btoa', 'atob', 'URL', 'URLSearchParams', 'Headers', 'fetch',
];

export function install(host) {
  const waiting = new Map();
  let nextId = 1;

  // Something that ends later: the host calls `settle` with its id.
  const later = (start) =>
    new NativePromise((resolve, reject) => {
      const id = nextId++;
      waiting.set(id, { resolve, reject });
      try {
        start(id);
      } catch (error) {
        waiting.delete(id);
        reject(error);
      }
    });

  const define = (name, value) =>
    defineProperty(globalThis, name, { value, writable: true, configurable: true });

  // Console: one line to the record for each call.
  const worded = (value) => {
    if (typeof value === 'string') return value;
    if (value instanceof NativeError) return `${value.name}: ${value.message}`;
    if (typeof value === 'object' && value !== null) {
      try {
        return host.redact(json(value) ?? 'undefined');
      } catch {
        return '[an object that cannot be written]';
      }
    }
    return typeof value === 'symbol' ? value.toString() : `${value}`;
  };
  const line = (level) => (...parts) => host.log(level, whole(parts.map(worded).join(' ')));
  define('console', {
    debug: line('debug'),
    log: line('info'),
    info: line('info'),
    warn: line('warn'),
    error: line('error'),
  });

  // Timers live as long as the call.
  const timers = new Map();
  const timer = (repeat) => (callback, delay, ...given) => {
    if (typeof callback !== 'function') throw new TypeError('a timer needs a function');
    const wanted = Number(delay);
    const ms = wanted > 0 ? wanted : 0;
    const id = nextId++;
    const fire = () => {
      if (!timers.has(id)) return;
      if (repeat) host.timer(id, ms < 1 ? 1 : ms);
      else timers.delete(id);
      callback(...given);
    };
    host.timer(id, ms);
    timers.set(id, fire);
    return id;
  };
  const clear = (id) => {
    if (timers.delete(id)) host.clear(id);
  };
  define('setTimeout', timer(false));
  define('setInterval', timer(true));
  define('clearTimeout', clear);
  define('clearInterval', clear);

  // The rest, when it is wanted.
  let web;
  for (const name of WEB) {
    defineProperty(globalThis, name, {
      configurable: true,
      get() {
        web ??= host.web().make({
          host, later, whole, parse, stringify, defineProperty, entries,
        });
        define(name, web[name]);
        return web[name];
      },
      set: (value) => define(name, value),
    });
  }

  const deepFreeze = (value) => {
    if (typeof value === 'object' && value !== null) {
      values(value).forEach(deepFreeze);
      freeze(value);
    }
    return value;
  };

  const makeContext = (text) => {
    const { hasClient, ...given } = parse(text);
    return {
      ...given,
      session: deepFreeze(given.session),
      ws: hasClient ? { send: (message) => host.send(cropped(whole(message), MESSAGE_CHARS_MAX)) } : null,
      geminiSession: null,
      progress: (done, total, message) => host.progress(+done, total === undefined ? NaN : +total, cut(whole(message ?? ''))),
      call: async (toolId, args = {}) => {
        if (`${toolId}`.length > 200) throw new TypeError('no tool has such a long name');
        const [outcome] = await later((id) => host.call(id, whole(toolId), cropped(json(args, NODES_MAX) ?? 'null', ARGUMENT_CHARS_MAX)));
        return parse(outcome);
      },
    };
  };

  const cut = (text) => (text.length > TOLD_MAX ? `${text.slice(0, TOLD_MAX)}…` : text);

  // Where a value cannot be written as JSON, as a pointer.
  let looked = 0;
  const culprit = (value, at, above) => {
    if (++looked > 10_000) return undefined;
    if (typeof value === 'bigint') return [at, 'is a BigInt'];
    if (typeof value !== 'object' || value === null) return undefined;
    if (above.includes(value)) return [at, 'contains itself'];
    const inside = isArray(value) ? value.map((item, index) => [index, item]) : entries(value);
    for (const [key, item] of inside) {
      const escaped = `${key}`.replaceAll('~', '~0').replaceAll('/', '~1');
      const found = culprit(item, `${at}/${escaped}`, [...above, value]);
      if (found) return found;
    }
    return undefined;
  };

  return {
    /** Calls the handler. What comes back is what it returned, promise or not. */
    call: (execute, contextText) => execute(makeContext(contextText)),

    /** Waits for whatever can be waited for. */
    promised: (value) => new NativePromise((resolve) => resolve(value)),

    /** Ends something that was started, well or badly. */
    settle: (id, ok, text, extra) => {
      const fire = timers.get(id);
      if (fire) return fire();
      const promise = waiting.get(id);
      waiting.delete(id);
      if (!promise) return;
      if (ok) promise.resolve([text, extra]);
      else promise.reject(assign(new TypeError(text), { code: extra }));
    },

    /** What the handler returned, as JSON; undefined where that is nothing. */
    write: (value, charsMax) => {
      try {
        const text = json(value, NODES_MAX);
        return text !== undefined && text.length > charsMax ? null : text;
      } catch (error) {
        if (error === TOO_LARGE) return null;
        const found = culprit(value, '', []);
        if (found) throw new TypeError(`${found[0]} ${found[1]}`);
        throw error;
      }
    },

    /** What was thrown, as JSON. */
    explain: (thrown) => {
      if (typeof thrown !== 'object' || thrown === null) {
        if (thrown === null) {
          return stringify({ message: 'null was thrown, as happens when there is no memory left' });
        }
        const what = typeof thrown === 'string' ? stringify(cut(thrown)) : cut(worded(thrown));
        return json({ message: `${what} was thrown` });
      }
      const { name, message, stack } = thrown;
      const said = {
        name: typeof name === 'string' ? cut(name) : undefined,
        message: cut(typeof message === 'string' ? message : worded(thrown)),
        stack: typeof stack === 'string' ? cut(stack) : undefined,
      };
      if (name !== 'ToolError') return json(said);
      const { type, retryable, partialSideEffects, retryAfterMs, details, intents } = thrown;
      const error = { type, message: said.message, retryable, partialSideEffects, retryAfterMs };
      try {
        const text = json({ ...said, error: { ...error, details }, intents });
        if (text.length < TOLD_MAX * 4) return text;
      } catch {
        // What cannot be written is left out; the error itself is worth more.
      }
      return json({ ...said, error });
    },
  };
}
