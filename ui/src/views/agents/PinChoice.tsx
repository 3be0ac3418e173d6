// The one version that an agent works with, or whichever is newest.

import { ask } from '../../api/client';
import type { AttachedTool } from '../../api/types';
import { useLoad } from '../../hooks/useLoad';
import { Choice } from '../../parts/Choice';

type Props = { tool: AttachedTool; onPin: (version: string | null) => void };

export function PinChoice({ tool, onPin }: Props) {
  const versions = useLoad((signal) => ask('get', '/api/tools/{id}/versions', { path: { id: tool.id }, signal }), [tool.id]);
  const options = (versions.data?.versions ?? []).map(
    ({ number, version, version_hash }) => [version_hash, `Stay at ${version} (number ${number})`] as const,
  );
  return (
    <Choice
      label={`Version of ${tool.name}`}
      value={tool.pinned ? tool.version_hash : ''}
      onChange={(version) => onPin(version || null)}
      options={[['', 'Follow the newest'], ...options]}
    />
  );
}
