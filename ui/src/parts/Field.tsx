// A label, what it labels, and a hint.

import { useId, type ReactNode } from 'react';

type Props = {
  label: ReactNode;
  hint?: ReactNode;
  wide?: boolean;
  children: (names: { id: string; 'aria-describedby'?: string }) => ReactNode;
};

export function Field({ label, hint, wide, children }: Props) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div className={wide ? 'field wide' : 'field'}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': hint ? hintId : undefined })}
      {hint && (
        <p className="hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}
