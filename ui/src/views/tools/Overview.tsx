// What a tool promises, its guide, and its problems.

import type { Tool } from '../../api/types';
import { Badge } from '../../parts/Badge';
import { Markdown } from '../../parts/Markdown';
import { Parameters } from './Parameters';
import { Problems } from './Problems';
import { Promises } from './Promises';

/** A guide begins with the tool's id, which stands above it already. */
const TITLE = /^\s*# .*\n/;

export function Overview({ tool }: { tool: Tool }) {
  if (!tool.usable) {
    return (
      <section className="card stack">
        <h2>What is known of it</h2>
        <Promises tool={tool} />
      </section>
    );
  }
  return (
    <div className="stack">
      <Problems problems={tool.problems} />
      <div className="split wide-left">
        <div className="stack">
          <section className="card">
            <h2 className="card-head">Parameters</h2>
            <Parameters schema={tool.parameters_schema} />
          </section>
          <section className="card">
            <h2 className="card-head">Guide</h2>
            {tool.guide ? (
              <Markdown text={tool.guide.replace(TITLE, '')} />
            ) : (
              <p className="quiet">This tool has no guide. A model reads its description and its schema.</p>
            )}
          </section>
        </div>
        <section className="card stack">
          <h2>Promises</h2>
          <Promises tool={tool} />
          {(tool.tags?.length ?? 0) > 0 && (
            <p className="row">
              {tool.tags?.map((tag) => (
                <Badge key={tag}>{tag}</Badge>
              ))}
            </p>
          )}
        </section>
      </div>
    </div>
  );
}
