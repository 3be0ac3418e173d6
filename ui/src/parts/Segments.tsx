// A switch between a few ways to see the same thing.

type Props<T extends string> = {
  label: string;
  value: T;
  onChange: (value: T) => void;
  options: readonly (readonly [value: T, words: string])[];
  disabled?: boolean;
};

export function Segments<T extends string>({ label, value, onChange, options, disabled }: Props<T>) {
  return (
    <div className="segments" role="group" aria-label={label}>
      {options.map(([option, words]) => (
        <button key={option} type="button" disabled={disabled} aria-pressed={option === value} onClick={() => onChange(option)}>
          {words}
        </button>
      ))}
    </div>
  );
}
