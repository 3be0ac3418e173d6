// Markdown as blocks. What is not understood stays text; HTML is never understood.

export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph' | 'quote'; text: string }
  | { kind: 'code'; text: string; language: string }
  | { kind: 'list'; ordered: boolean; items: string[] }
  | { kind: 'table'; head: string[]; rows: string[][] };

const ITEM = /^\s{0,3}(?:[-*+]|(\d+)[.)])\s+(.*)$/;
const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/;
const RULE = /^\s*\|?[\s:|-]+\|[\s:|-]*$/;

export function blocks(markdown: string): Block[] {
  const lines = markdown.replace(/\r\n?/g, '\n').split('\n');
  const found: Block[] = [];
  let at = 0;
  const take = (fits: (line: string) => boolean): string[] => {
    const from = at;
    while (at < lines.length && fits(lines[at]!)) at += 1;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at]!;
    const heading = HEADING.exec(line);
    if (line.trim() === '') {
      at += 1;
    } else if (/^\s*```/.test(line)) {
      at += 1;
      const text = take((next) => !/^\s*```/.test(next)).join('\n');
      at += 1;
      found.push({ kind: 'code', text, language: line.trim().slice(3).trim() });
    } else if (heading) {
      at += 1;
      found.push({ kind: 'heading', level: heading[1]!.length, text: heading[2]! });
    } else if (line.startsWith('>')) {
      const text = take((next) => next.startsWith('>')).map((next) => next.replace(/^>\s?/, ''));
      found.push({ kind: 'quote', text: text.join(' ') });
    } else if (line.includes('|') && RULE.test(lines[at + 1] ?? '')) {
      const rows = take((next) => next.includes('|')).map(cells);
      found.push({ kind: 'table', head: rows[0]!, rows: rows.slice(2) });
    } else if (ITEM.test(line)) {
      found.push(list(take((next) => ITEM.test(next) || /^\s+\S/.test(next))));
    } else {
      const text = take((next) => next.trim() !== '' && !HEADING.test(next) && !/^\s*```/.test(next) && !ITEM.test(next));
      found.push({ kind: 'paragraph', text: text.join('\n') });
    }
  }
  return found;
}

function list(lines: string[]): Block {
  const items: string[] = [];
  for (const line of lines) {
    const item = ITEM.exec(line);
    if (item) items.push(item[2]!);
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return { kind: 'list', ordered: ITEM.exec(lines[0]!)?.[1] !== undefined, items };
}

function cells(row: string): string[] {
  return row.trim().replace(/^\||\|$/g, '').split('|').map((cell) => cell.trim());
}
