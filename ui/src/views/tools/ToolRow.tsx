import type { Tool } from '../../api/types';
import { Badge } from '../../parts/Badge';
import { Link, path } from '../../router';
import { EFFECTS, STATES, stateOf } from './words';

export function ToolRow({ tool }: { tool: Tool }) {
  const state = stateOf(tool);
  const warnings = tool.problems.filter((problem) => problem.severity === 'warning').length;
  return (
    <li className="tool-row">
      <div className="tool-words">
        <p className="row">
          <Link className="tool-name" href={path('tools', tool.id)}>
            {tool.name}
          </Link>
          <span className="mono quiet">{tool.id}</span>
        </p>
        <p className="quiet small two-lines">{tool.description}</p>
      </div>
      <div className="tool-badges">
        {tool.source === 'agents' && <Badge tone="note">agent</Badge>}
        {state !== 'on' && <Badge tone={STATES[state].tone}>{STATES[state].words}</Badge>}
        {warnings > 0 && <Badge tone="wait">{warnings === 1 ? '1 warning' : `${warnings} warnings`}</Badge>}
        {tool.requires_confirmation && <Badge tone="wait">Asks a person</Badge>}
        {tool.side_effects === 'writes' && <Badge tone="note">{EFFECTS.writes}</Badge>}
        <Badge>{tool.category}</Badge>
      </div>
      <Link className="button slim" href={path('tools', tool.id, 'try')} aria-label={`Try ${tool.name}`}>
        Try
      </Link>
    </li>
  );
}
