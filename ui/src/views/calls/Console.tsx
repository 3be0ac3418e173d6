// What the handler wrote while it ran.

type Line = { level?: string; text?: string };

export function Console({ lines }: { lines: unknown[] }) {
  return (
    <section className="card">
      <h2 className="card-head">Console</h2>
      <ul className="console">
        {(lines as Line[]).map((line, index) => (
          <li key={index} className={line.level}>
            <span className="quiet">{line.level}</span>
            <span>{line.text ?? JSON.stringify(line)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
