type Loss = { pointer: string; keyword: string; disposition: string };
export type Lowered = {
  tools: unknown[];
  losses: { toolId: string; losses: Loss[] }[];
  quarantined: { toolId?: string; reason?: string; message?: string }[];
};

export function Losses({ lowered }: { lowered: Lowered }) {
  const losses = lowered.losses.flatMap((tool) => tool.losses);
  if (lowered.quarantined.length > 0) {
    return (
      <div className="notice bad">
        <strong>This vendor would refuse the tool, so it is not offered.</strong>{' '}
        {lowered.quarantined.map((held) => held.message ?? held.reason).join(' ')}
      </div>
    );
  }
  if (losses.length === 0) return <div className="notice ok">Nothing is lost: this vendor can be told all of it.</div>;
  return (
    <div className="notice wait stack tight">
      <p>
        <strong>What this vendor cannot be told as it is.</strong> Calls are still checked against the whole schema.
      </p>
      <ul>
        {losses.map((loss) => (
          <li key={loss.pointer + loss.keyword}>
            <code>{loss.keyword}</code> at <code>{loss.pointer || '/'}</code>: {loss.disposition.replaceAll('_', ' ')}
          </li>
        ))}
      </ul>
    </div>
  );
}
