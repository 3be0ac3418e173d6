// JSON for people: indented, coloured, and a button that copies it.

import { useMemo } from 'react';
import { write } from '../api/json';
import { Copy } from './Copy';

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Beyond this, colours cost more than they help. */
const COLOURED_CHARS_MAX = 60_000;

export function JsonView({ value, label }: { value: unknown; label: string }) {
  const text = useMemo(() => (typeof value === 'string' ? value : write(value, 2)), [value]);
  const isText = typeof value === 'string';
  return (
    <div className="json">
      <pre tabIndex={0} role="group" aria-label={label}>
        {isText || text.length > COLOURED_CHARS_MAX ? text : coloured(text)}
      </pre>
      <Copy text={text} label={`Copy ${label}`} />
    </div>
  );
}

function coloured(text: string) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [whole, quoted, colon, word] = match;
    parts.push(text.slice(end, match.index));
    end = match.index + whole.length;
    const kind = quoted ? (colon ? 'j-key' : 'j-text') : word ? 'j-word' : 'j-number';
    parts.push(
      <span key={match.index} className={kind}>
        {quoted ?? whole}
      </span>,
    );
    if (colon) parts.push(colon);
  }
  parts.push(text.slice(end));
  return parts;
}
