// The search of a view. `/` puts the cursor into it from anywhere on the page.

import { useEffect, useRef } from 'react';
import { Field } from './Field';

type Props = { label: string; value: string; onChange: (value: string) => void; placeholder?: string };

export function Search({ label, value, onChange, placeholder }: Props) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const at = event.target as HTMLElement;
      if (event.key !== '/' || event.ctrlKey || event.metaKey || at.matches('input, textarea, select')) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <Field label={label} wide>
      {(names) => (
        <input
          {...names}
          ref={input}
          type="search"
          value={value}
          placeholder={placeholder ?? 'Press / to search'}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
