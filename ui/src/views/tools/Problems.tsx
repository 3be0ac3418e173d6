import type { Problem } from '../../api/types';
import { Words } from '../../parts/Words';

export function Problems({ problems }: { problems: Problem[] }) {
  if (problems.length === 0) return null;
  const broken = problems.some((problem) => problem.severity === 'error');
  return (
    <section className={`notice ${broken ? 'bad' : 'wait'} stack tight`} aria-label="Problems">
      <h2>{broken ? 'This tool cannot be called' : 'Somebody should look at this'}</h2>
      <ul>
        {problems.map((problem) => (
          <li key={problem.pointer + problem.message}>
            {problem.pointer && <code>{problem.pointer}</code>} <Words text={problem.message} /> <em><Words text={problem.help} /></em>
          </li>
        ))}
      </ul>
    </section>
  );
}
