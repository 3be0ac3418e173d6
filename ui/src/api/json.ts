// JSON whose numbers keep their digits.
//
// Beyond 2^53 a number of this language is another number. Where the browser
// can, such a number stays the text that came, and is written as it came.

/** What browsers have that the language's types do not name yet. */
type Exact = {
  rawJSON?: (text: string) => unknown;
  isRawJSON?: (value: unknown) => boolean;
  parse: (text: string, read: (this: unknown, name: string, value: unknown, from?: { source?: string }) => unknown) => unknown;
};

const exact = JSON as unknown as Exact;

/** Most texts have no number that is long enough to matter. */
const LONG = /\d{16}/;

const WHOLE = /^-?\d+$/;

export function read(text: string): unknown {
  if (!LONG.test(text) || !exact.rawJSON) return JSON.parse(text);
  return exact.parse(text, (_, value, from) => {
    const source = from?.source;
    const changed = typeof value === 'number' && source !== undefined && WHOLE.test(source) && !Number.isSafeInteger(value);
    return changed ? exact.rawJSON!(source) : value;
  });
}

export function write(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent) ?? 'null';
}

/** A number that only its text holds; `undefined` for all else. */
export function digits(value: unknown): string | undefined {
  return exact.isRawJSON?.(value) ? write(value) : undefined;
}

/** Whether there is a number in it that a form would change. */
export function hasLong(value: unknown): boolean {
  if (digits(value) !== undefined) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(hasLong);
}
