// The tool as each vendor gets it, and what that vendor cannot be told.

import { ask } from '../../api/client';
import type { Tool } from '../../api/types';
import { useLoad } from '../../hooks/useLoad';
import { Choice } from '../../parts/Choice';
import { ErrorNote } from '../../parts/ErrorNote';
import { JsonView } from '../../parts/JsonView';
import { Skeleton } from '../../parts/Skeleton';
import { useQuery } from '../../router';
import { Losses, type Lowered } from './Losses';

const PROVIDERS = [
  ['', 'As it is defined'],
  ['openai', 'OpenAI'],
  ['openai-strict', 'OpenAI, strict'],
  ['anthropic', 'Anthropic'],
  ['anthropic-strict', 'Anthropic, strict'],
  ['gemini', 'Gemini'],
  ['gemini-openapi', 'Gemini, OpenAPI form'],
  ['mcp', 'MCP'],
  ['langchain', 'LangChain'],
] as const;

export function Schemas({ tool }: { tool: Tool }) {
  const [query, change] = useQuery();
  const provider = query.get('provider') ?? '';
  const schema = useLoad(
    (signal) => ask('get', '/api/tools/{id}/schema', { path: { id: tool.id }, query: { provider: provider || undefined }, signal }),
    [tool.id, tool.version_hash, provider],
  );
  const lowered = provider ? (schema.data as Lowered | undefined) : undefined;
  return (
    <section className="card stack">
      <div className="filters flat">
        <Choice
          label="Vendor"
          value={provider}
          onChange={(value) => change({ provider: value })}
          options={PROVIDERS}
        />
      </div>
      <ErrorNote error={schema.error} retry={schema.reload} />
      {schema.loading && <Skeleton lines={10} />}
      {lowered && <Losses lowered={lowered} />}
      {schema.data && (!lowered || lowered.tools.length > 0) && <JsonView value={lowered ? lowered.tools[0] : schema.data} label="schema" />}
    </section>
  );
}
