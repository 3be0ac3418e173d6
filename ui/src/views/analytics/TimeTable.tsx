import type { Row } from './filled';
import { cost, count } from './words';

export function TimeTable({ rows }: { rows: Row[] }) {
  return (
    <div className="table-wrap">
      <table>
        <thead>
          <tr>
            <th scope="col">When (UTC)</th>
            <th scope="col" className="number">Calls</th>
            <th scope="col" className="number">Errors</th>
            <th scope="col" className="number">Tokens</th>
            <th scope="col" className="number">Cost</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.at}>
              <td>{row.at.replace('T', ' ')}{row.at.includes('T') && ':00'}</td>
              <td className="number">{count(row.calls)}</td>
              <td className="number">{count(row.errors)}</td>
              <td className="number">{count(row.tokens)}</td>
              <td className="number">{cost(row.cost)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
