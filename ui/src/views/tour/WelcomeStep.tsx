export function WelcomeStep() {
  return (
    <>
      <p className="lead">
        Toolcrib is the one place where your agents’ tools live. A tool is defined once; every model vendor gets it in the
        form it accepts; every call is checked, bounded and recorded, and ends in exactly one outcome.
      </p>
      <ul className="points">
        <li>
          <strong>Tools</strong> are what a model can call. Some are shipped, yours lie in folders.
        </li>
        <li>
          <strong>Agents</strong> are callers with a name. Each has the tools that it was given.
        </li>
        <li>
          <strong>Records</strong> say what was called, by whom, and how it ended.
        </li>
      </ul>
      <p className="quiet">In the next minute you call a tool for real, and read its record.</p>
    </>
  );
}
