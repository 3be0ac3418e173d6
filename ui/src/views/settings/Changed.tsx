// A tool of another server that was put aside, and the way back for one that changed.

import { approveTool, type Quarantined } from '../../api/admin';
import { useDo } from '../../hooks/useDo';
import { ErrorNote } from '../../parts/ErrorNote';
import { JsonView } from '../../parts/JsonView';
import { Needs } from '../../parts/Needs';

export function Changed({ source, tool, onDone }: { source: string; tool: Quarantined; onDone: () => void }) {
  const doing = useDo();
  const approve = () =>
    doing.run(async () => {
      await approveTool(source, tool);
      onDone();
    });
  return (
    <div className="full">
      <p className="small">
        <strong className="mono">{tool.tool_id}</strong> {tool.reason}
      </p>
      <ErrorNote error={doing.error} />
      {tool.digest && (
        <details>
          <summary>What it was, and what it is now</summary>
          <JsonView value={tool.before} label={`${tool.tool_id} as it was approved`} />
          <JsonView value={tool.after} label={`${tool.tool_id} as it is now`} />
          <Needs scope="manage" quiet>
            <button type="button" className="button" onClick={approve} disabled={doing.busy}>
              Approve what it is now
            </button>
          </Needs>
        </details>
      )}
    </div>
  );
}
