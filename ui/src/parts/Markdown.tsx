// Markdown of tools and models, as React elements: nothing in it can be markup.

import { useMemo, type ReactNode } from 'react';
import { blocks, type Block } from './blocks';

const HEADINGS = ['h1', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

const INLINE = /`([^`]+)`|\*\*(.+?)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)/;

/** `top` is the level of its highest heading on the page, so that levels stay in order. */
export function Markdown({ text, top = 3 }: { text: string; top?: 2 | 3 }) {
  const parts = useMemo(() => blocks(text), [text]);
  const highest = Math.min(...parts.map((block) => (block.kind === 'heading' ? block.level : 6)));
  return (
    <div className="markdown">
      {parts.map((block, index) => (
        <Shown key={index} block={block} raise={top - highest} />
      ))}
    </div>
  );
}

function Shown({ block, raise }: { block: Block; raise: number }) {
  switch (block.kind) {
    case 'heading': {
      const Heading = HEADINGS[Math.min(block.level + raise, 6)] ?? 'h6';
      return <Heading>{inline(block.text)}</Heading>;
    }
    case 'paragraph':
      return <p>{inline(block.text)}</p>;
    case 'quote':
      return <blockquote>{inline(block.text)}</blockquote>;
    case 'code':
      return (
        <pre tabIndex={0} role="group" aria-label={block.language ? `Code: ${block.language}` : 'Code'}>
          <code>{block.text}</code>
        </pre>
      );
    case 'list': {
      const items = block.items.map((item, index) => <li key={index}>{inline(item)}</li>);
      return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case 'table':
      return <Table head={block.head} rows={block.rows} />;
  }
}

function Table({ head, rows }: { head: string[]; rows: string[][] }) {
  return (
    <div className="table-wrap">
      <table>
        <thead>
          <tr>{head.map((cell, index) => <th key={index}>{inline(cell)}</th>)}</tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>{row.map((cell, at) => <td key={at}>{inline(cell)}</td>)}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function inline(text: string): ReactNode {
  const match = INLINE.exec(text);
  if (!match) return text;
  const [whole, code, strong, emphasis, label, href] = match;
  const rest = text.slice(match.index + whole.length);
  return (
    <>
      {text.slice(0, match.index)}
      {code !== undefined && <code>{code}</code>}
      {strong !== undefined && <strong>{inline(strong)}</strong>}
      {emphasis !== undefined && <em>{inline(emphasis)}</em>}
      {label !== undefined && (
        <a href={href} target="_blank" rel="noreferrer noopener">
          {label}
        </a>
      )}
      {inline(rest)}
    </>
  );
}
