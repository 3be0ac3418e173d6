// Each trick is a case under tests/cases/hostile/js.

const ok = (data) => ({ ok: true, data });

const TRICKS = {
  memory() {
    const kept = [];
    while (true) kept.push(new Array(10_000).fill(kept.length));
  },
  oneHugeText: () => ok('x'.repeat(2 ** 29)),
  oneHugeBuffer: () => ok(new Uint8Array(2 ** 30).length),
  recursion() {
    const deeper = () => deeper() + 1;
    return ok(deeper());
  },
  iteratorTower() {
    let tower = [1].values();
    for (let level = 0; level < 20_000; level++) tower = tower.drop(0);
    return ok(tower.next());
  },
  iteratorFromTower() {
    let tower = [1].values();
    for (let level = 0; level < 20_000; level++) {
      tower = Iterator.from(tower);
      Object.setPrototypeOf(tower, { next: Iterator.from([]).next, [Symbol.iterator]: () => tower });
    }
    return ok(tower.next());
  },
  iteratorHelpers: () =>
    ok([
      [1, 2, 3, 4].values().filter((n) => n % 2 === 0).map((n) => n * 10).toArray(),
      Iterator.from([1, 2, 3]).drop(1).take(1).toArray(),
      [[1], [2]].values().flatMap((n) => n).toArray(),
    ]),
  iteratorParts: () =>
    ok([Object.getOwnPropertyNames(Iterator).sort(), Object.getOwnPropertyNames(Iterator.prototype).sort()]),
  longToolName: (context) => context.call('x'.repeat(1_000_000), {}),
  hugeInnerArguments: (context) => context.call('types', { name: 'x'.repeat(2_000_000) }),
  bindWithoutMemory() {
    const bound = () => 1;
    const many = new Array(60_000).fill(0);
    for (let round = 8; round < 40; round++) {
      const full = [];
      try {
        for (;;) full.push(new ArrayBuffer(100_000));
      } catch {}
      full.length -= round;
      try {
        bound.bind(...many);
      } catch {}
    }
    return ok('still here');
  },
  boundFunctions() {
    const add = function (a, b) { return [this.base, a, b]; };
    const bound = add.bind({ base: 1 }, 2);
    class Point { constructor(x, y) { this.at = [x, y]; } }
    const Fixed = Point.bind(null, 7);
    const made = new Fixed(8);
    return ok([
      bound(3), bound.name, bound.length, made, made instanceof Point, made instanceof Fixed,
      bound.prototype === undefined,
    ]);
  },
  sharedBranches() {
    let branch = [];
    for (let level = 0; level < 60; level++) branch = [branch, branch];
    return ok(branch);
  },
  timerOfNoTime: async () => {
    let asked = 0;
    await new Promise((wake) => setTimeout(wake, { valueOf: () => (asked++ ? NaN : 1) }));
    return ok(asked);
  },
  timersBeforeCalls: async (context) => {
    const again = () => setTimeout(again, 0);
    again();
    return ok((await context.call('types', {})).error.type);
  },
  importPrelude: async () => ok(Object.keys(await import('./toolcrib'))),
  importPreludeByName: async () => ok(Object.keys(await import('toolcrib:prelude'))),
  hugeMessage() {
    throw new Error('x'.repeat(1_000_000));
  },
  hugeReturnedMessage: () => ({ ok: false, error: { type: 'PERMANENT', message: 'x'.repeat(1_000_000) } }),
  manyWarnings: () => ({ ok: true, data: 1, warnings: new Array(1_000).fill('again') }),
  manyIntents: () => ({ ok: true, data: 1, intents: new Array(60).fill({ type: 'SUPPRESS_AUDIO', value: true }) }),
  oddDetails() {
    throw Object.assign(new Error('kept'), { name: 'ToolError', type: 'CONFLICT', details: 10n });
  },
  brokenTextThrown() {
    throw Object.assign(new Error('half \ud800'), { name: 'ToolError', type: 'CONFLICT' });
  },
  deepJson: () => JSON.parse('['.repeat(1_000_000)),
  pollute() {
    Object.prototype.polluted = 'yes';
    Array.prototype.map = () => 'stolen';
    globalThis.secret = 42;
    JSON.stringify = () => '{"ok":true,"data":"forged"}';
    Promise.prototype.then = () => {};
    return ok({ polluted: {}.polluted });
  },
  lookForPollution: () =>
    ok({ polluted: {}.polluted ?? null, map: [1].map((n) => n + 1), secret: typeof secret }),
  functionConstructor: () => ok(new Function('return globalThis')() === globalThis),
  constructorOfAFunction: () => ok((() => {}).constructor('return 1')()),
  generatorConstructor: () => ok([...(function* () {}).constructor('yield 1')()]),
  evaluate: () => ok(eval('1 + 1')),
  importAbove: async () => ok(await import('../../secrets.js')),
  importSibling: async () => ok(await import('../answers-js/handler.js')),
  importAbsolute: async () => ok(await import('/etc/hostname')),
  importUrl: async () => ok(await import('https://example.com/x.js')),
  importNode: async () => ok(await import('node:fs')),
  importRoundabout: async () => ok(await import('./lib/../../../secrets.js')),
  ambient: () =>
    ok(['process', 'require', 'module', 'Deno', 'Bun', 'std', 'os', 'scriptArgs', 'print', 'loadScript', 'WebAssembly', 'Worker', 'XMLHttpRequest', 'WebSocket'].filter((name) => name in globalThis)),
  hugeResponse: () => ok('x'.repeat(5_000_000)),
  largeResponse: () => ok('x'.repeat(1_500_000)),
  circular() {
    const self = { list: [] };
    self.list.push({ back: self });
    return ok(self);
  },
  bigint: () => ok({ count: [1n] }),
  undefinedInData: () => ok({ gone: undefined, list: [undefined], nothing: null, not: NaN }),
  getterThrows: () => ok({ get trap() { throw new Error('sprung'); } }),
  toJsonThrows: () => ok({ toJSON() { throw new RangeError('no'); } }),
  thenable: () => ({ then: (settle) => settle(ok('settled')) }),
  thenableThatThrows: () => ({ then() { throw new Error('then threw'); } }),
  thenableInData: () => ok({ then: 'just a key' }),
  proxyAnswer: () => new Proxy({}, { ownKeys() { throw new Error('not mine'); }, get() { throw new Error('hands off'); } }),
  throwNothing() {
    throw undefined;
  },
  throwProxy() {
    throw new Proxy({}, { get() { throw new Error('hands off'); } });
  },
  unlistedHost: async () => ok(await fetch('https://example.com/')),
  loopback: async () => ok(await fetch('http://127.0.0.1:9/')),
  fileUrl: async () => ok(await fetch('file:///etc/hostname')),
  unlistedTool: async (context) => ok((await context.call('types', {})).error),
  claimsCancelled: () => ({ ok: false, error: { type: 'CANCELLED', message: 'I was not.' } }),
  unknownType: () => ({ ok: false, error: { type: 'OOPS', message: 'no such type' } }),
  unknownIntent: () => ({ ok: true, data: 1, intents: [{ type: 'FORMAT_DISK' }] }),
  protoKey: () => ok(JSON.parse('{"__proto__": {"polluted": 1}, "constructor": 2}')),
  lonelySurrogate: () => ok('\ud800'),
};

export async function execute(context) {
  return TRICKS[context.args.trick](context);
}
