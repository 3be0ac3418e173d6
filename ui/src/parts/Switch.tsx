// On or off. It moves at once, and back again if what it asked for was refused.

import { useEffect, useState } from 'react';

type Props = {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => Promise<boolean> | void;
  disabled?: boolean;
};

export function Switch({ label, checked, onChange, disabled }: Props) {
  const [shown, setShown] = useState(checked);
  useEffect(() => setShown(checked), [checked]);
  const change = async (next: boolean) => {
    setShown(next);
    if ((await onChange(next)) === false) setShown(checked);
  };
  return (
    <label className="switch">
      <input
        type="checkbox"
        role="switch"
        checked={shown}
        disabled={disabled}
        onChange={(event) => void change(event.target.checked)}
      />
      {label}
    </label>
  );
}
