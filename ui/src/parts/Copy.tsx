import { useState } from 'react';
import { Icon } from './Icon';

export function Copy({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    window.setTimeout(() => setCopied(false), 1600);
  };
  // Without a secure context (plain HTTP from another host) browsers give no clipboard.
  if (!navigator.clipboard) return null;
  return (
    <button type="button" className="icon-button copy" onClick={copy} aria-label={copied ? 'Copied' : label} title={label}>
      <Icon name={copied ? 'check' : 'copy'} />
    </button>
  );
}
