// One of few values, as a labelled select.

import { Field } from './Field';

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly (readonly [value: string, words: string])[];
  hint?: string;
};

export function Choice({ label, value, onChange, options, hint }: Props) {
  return (
    <Field label={label} hint={hint}>
      {(names) => (
        <select {...names} value={value} onChange={(event) => onChange(event.target.value)}>
          {options.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
