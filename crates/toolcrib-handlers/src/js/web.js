// What scripts know from browsers: texts, bytes, addresses and requests.
//
// Most handlers need none of it, so it is loaded when one of its names is first
// used. `tools` are the prelude's: the host, and what was kept from tampering.

export function make({ host, later, whole, parse, stringify, defineProperty, entries }) {
  class TextEncoder {
    encode(text = '') {
      return new Uint8Array(host.encode(whole(text)));
    }
  }
  class TextDecoder {
    constructor(label = 'utf-8') {
      if (!/^utf-?8$/i.test(label)) throw new RangeError(`${label} is not supported; utf-8 is`);
    }
    decode(bytes) {
      if (bytes === undefined) return '';
      return host.decode(asBuffer(bytes));
    }
  }
  const btoa = (text) => host.btoa(whole(text));
  const atob = (text) => host.atob(whole(text));

  const asBuffer = (bytes) => {
    if (bytes instanceof ArrayBuffer) return bytes;
    if (ArrayBuffer.isView(bytes)) {
      return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    }
    throw new TypeError('bytes are an ArrayBuffer or a view of one');
  };

  // Addresses.
  class URLSearchParams {
    #pairs = [];
    constructor(init = '') {
      if (typeof init === 'string') this.#pairs = parse(host.queryPairs(whole(init.replace(/^\?/, ''))));
      else {
        const pairs = typeof init[Symbol.iterator] === 'function' ? init : entries(init);
        for (const [key, value] of pairs) this.append(key, value);
      }
    }
    append(key, value) {
      this.#pairs.push([whole(key), whole(value)]);
    }
    delete(key) {
      this.#pairs = this.#pairs.filter(([other]) => other !== key);
    }
    get(key) {
      return this.#pairs.find(([other]) => other === key)?.[1] ?? null;
    }
    getAll(key) {
      return this.#pairs.filter(([other]) => other === key).map(([, value]) => value);
    }
    has(key) {
      return this.#pairs.some(([other]) => other === key);
    }
    set(key, value) {
      const at = this.#pairs.findIndex(([other]) => other === key);
      if (at < 0) return this.append(key, value);
      this.#pairs = this.#pairs.filter(([other], index) => other !== key || index === at);
      this.#pairs[at][1] = whole(value);
    }
    forEach(callback) {
      for (const [key, value] of this) callback(value, key, this);
    }
    *entries() {
      for (const [key, value] of this.#pairs) yield [key, value];
    }
    *keys() {
      for (const [key] of this.#pairs) yield key;
    }
    *values() {
      for (const [, value] of this.#pairs) yield value;
    }
    [Symbol.iterator]() {
      return this.entries();
    }
    get size() {
      return this.#pairs.length;
    }
    toString() {
      return host.queryText(stringify(this.#pairs));
    }
  }
  class URL {
    #parts;
    #query;
    #before;
    constructor(text, base) {
      const parsed = host.parseUrl(whole(text), base === undefined ? '' : whole(base));
      if (parsed === undefined) throw new TypeError(`${text} is not a URL`);
      this.#parts = parse(parsed);
      this.#query = new URLSearchParams(this.#parts.search);
      this.#before = `${this.#query}`;
    }
    get searchParams() {
      return this.#query;
    }
    // As it was written, unless the parameters were changed.
    get href() {
      const query = `${this.#query}`;
      return query === this.#before ? this.#parts.href : host.withQuery(this.#parts.href, query);
    }
    get search() {
      const query = `${this.#query}`;
      if (query === this.#before) return this.#parts.search;
      return query === '' ? '' : `?${query}`;
    }
    toString() {
      return this.href;
    }
    toJSON() {
      return this.href;
    }
    static #part(name) {
      defineProperty(URL.prototype, name, {
        get() {
          return this.#parts[name];
        },
      });
    }
    static {
      ['origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'hash'].forEach((name) =>
        URL.#part(name),
      );
    }
  }

  // The network, as far as the manifest lets it.
  class Headers {
    #map = new Map();
    constructor(init = {}) {
      const pairs = typeof init[Symbol.iterator] === 'function' ? init : entries(init);
      for (const [key, value] of pairs) this.append(key, value);
    }
    append(key, value) {
      const name = `${key}`.toLowerCase();
      const before = this.#map.get(name);
      this.#map.set(name, before === undefined ? `${value}` : `${before}, ${value}`);
    }
    set(key, value) {
      this.#map.set(`${key}`.toLowerCase(), `${value}`);
    }
    get(key) {
      return this.#map.get(`${key}`.toLowerCase()) ?? null;
    }
    has(key) {
      return this.#map.has(`${key}`.toLowerCase());
    }
    delete(key) {
      this.#map.delete(`${key}`.toLowerCase());
    }
    forEach(callback) {
      this.#map.forEach((value, key) => callback(value, key, this));
    }
    entries() {
      return this.#map.entries();
    }
    keys() {
      return this.#map.keys();
    }
    values() {
      return this.#map.values();
    }
    [Symbol.iterator]() {
      return this.#map.entries();
    }
  }
  class Response {
    #head;
    #body;
    constructor(head, body) {
      this.#head = head;
      this.#body = body;
      this.headers = new Headers(head.headers);
    }
    get status() {
      return this.#head.status;
    }
    get statusText() {
      return this.#head.statusText;
    }
    get ok() {
      return this.#head.status >= 200 && this.#head.status < 300;
    }
    get url() {
      return this.#head.url;
    }
    get redirected() {
      return this.#head.redirected;
    }
    async arrayBuffer() {
      return this.#body;
    }
    async bytes() {
      return new Uint8Array(this.#body);
    }
    async text() {
      return host.decode(this.#body);
    }
    async json() {
      return parse(await this.text());
    }
  }
  const fetch = async (url, options = {}) => {
    const headers = new Headers(options.headers ?? {});
    let body = options.body;
    if (body instanceof URLSearchParams) {
      if (!headers.has('content-type')) {
        headers.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8');
      }
      body = `${body}`;
    }
    if (typeof body === 'string' && !headers.has('content-type')) {
      headers.set('content-type', 'text/plain;charset=UTF-8');
    }
    const bytes =
      body === undefined || body === null
        ? undefined
        : typeof body === 'string'
          ? host.encode(whole(body))
          : asBuffer(body);
    const head = whole(stringify({
      url: `${url}`,
      method: `${options.method ?? 'GET'}`.toUpperCase(),
      headers: [...headers],
      redirect: `${options.redirect ?? 'follow'}`,
    }));
    const [answer, content] = await later((id) => host.fetch(id, head, bytes));
    return new Response(parse(answer), content);
  };

  return { TextEncoder, TextDecoder, btoa, atob, URL, URLSearchParams, Headers, fetch };
}
