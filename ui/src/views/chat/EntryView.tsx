import { Badge } from '../../parts/Badge';
import { Markdown } from '../../parts/Markdown';
import { CallFold } from './CallFold';
import type { Entry, Part } from './conversation';

const ENDS: Record<string, string> = {
  length: 'The answer was cut off: it reached the model’s limit.',
  cancelled: 'Stopped.',
  interrupted: 'Interrupted: the connection or the server went away before the answer was whole.',
  ended: 'The session has ended.',
};

export function EntryView({ entry }: { entry: Entry }) {
  if (entry.kind === 'user') {
    return (
      <div className="said user">
        <span className="hidden">You said:</span>
        <p>{entry.text}</p>
      </div>
    );
  }
  return (
    <div className="said">
      {entry.agent && (
        <p className="who row tight">
          {entry.agent} {entry.prepared && <Badge tone="note">prepared answer</Badge>}
        </p>
      )}
      {entry.parts.map((part, index) => (
        <PartView key={part.kind === 'call' ? part.id : index} part={part} />
      ))}
      {entry.error && (
        <p className="notice bad" role="alert">
          {entry.error}
        </p>
      )}
      {entry.finish && ENDS[entry.finish] && <p className="quiet small">{ENDS[entry.finish]}</p>}
    </div>
  );
}

export function PartView({ part }: { part: Part }) {
  switch (part.kind) {
    case 'text':
      return <Markdown text={part.text} top={2} />;
    case 'note':
      return <p className="quiet small">{part.text}</p>;
    case 'call':
      return <CallFold call={part} />;
  }
}
