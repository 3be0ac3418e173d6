import { workspace } from '../../api/access';
import { JsonView } from '../../parts/JsonView';
import { Link } from '../../router';

export function DoorsStep() {
  const origin = location.origin;
  const curl = `curl -s ${origin}/api/tools/calculator/call \\
  -H 'X-Workspace-Id: ${workspace()}' \\
  -d '{"arguments": {"a": 6, "b": 7, "operation": "multiply"}}'`;
  return (
    <>
      <p>The same call, through other doors. Each gets the same outcome, and the same record.</p>
      <h2>From a program, over REST</h2>
      <JsonView value={curl} label="curl command" />
      <h2>From a terminal</h2>
      <JsonView value="toolcrib call calculator a=6 b=7 operation=multiply" label="command" />
      <h2>From an MCP client</h2>
      <p>
        Point the client at <code>{origin}/mcp</code>, or let it start the command itself:
      </p>
      <JsonView value={{ mcpServers: { toolcrib: { command: 'toolcrib', args: ['mcp'] } } }} label="settings of an MCP client" />
      <p>
        From here: <Link href="/agents">give tools to an agent</Link>, <Link href="/chat">talk to it</Link>, or read the{' '}
        <a href="/docs">REST reference</a>.
      </p>
    </>
  );
}
