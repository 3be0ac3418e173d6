// Headers that another server wants, such as a key of its own. Their values are never shown.

export type Header = { name: string; value: string };

type Props = { headers: Header[]; onChange: (headers: Header[]) => void };

export function HeaderFields({ headers, onChange }: Props) {
  const set = (at: number, change: Partial<Header>) =>
    onChange(headers.map((header, index) => (index === at ? { ...header, ...change } : header)));
  return (
    <fieldset>
      <legend>Headers</legend>
      <p className="quiet small">Sent with every request to it, such as Authorization. Values are kept by the server and not shown again.</p>
      {headers.map((header, index) => (
        <div key={index} className="row additional">
          <input
            aria-label={`Name of header ${index + 1}`}
            placeholder="Authorization"
            value={header.name}
            onChange={(event) => set(index, { name: event.target.value })}
          />
          <input
            type="password"
            autoComplete="off"
            aria-label={`Value of header ${index + 1}`}
            placeholder="Bearer …"
            value={header.value}
            onChange={(event) => set(index, { value: event.target.value })}
          />
          <button type="button" className="button slim" onClick={() => onChange(headers.filter((_, at) => at !== index))}>
            Remove
          </button>
        </div>
      ))}
      <p>
        <button type="button" className="button slim" onClick={() => onChange([...headers, { name: headers.length === 0 ? 'Authorization' : '', value: '' }])}>
          Add a header
        </button>
      </p>
    </fieldset>
  );
}
