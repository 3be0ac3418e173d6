// How the page says where tools come from.

const KINDS: Record<string, string> = {
  native: 'Part of the program',
  shipped: 'Folders that are shipped with it',
  folders: 'Tool folders',
  books: 'Schema books',
  database: 'Made over REST',
  table: 'Rows of a table',
  agents: 'Agents that are tools of others',
  mcp: 'Another MCP server',
};

export function kindOf(kind: string): string {
  return KINDS[kind] ?? kind;
}
