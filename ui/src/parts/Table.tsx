// A table whose rows are all of one kind.

import type { ReactNode } from 'react';

export type Column<T> = {
  name: string;
  cell: (row: T) => ReactNode;
  /** Of the heading and of every cell. */
  className?: string;
  /** Of the cells only. */
  cellClass?: string;
};

type Props<T> = { columns: readonly Column<T>[]; rows: readonly T[]; id: (row: T) => string; className?: string };

export function Table<T>({ columns, rows, id, className }: Props<T>) {
  return (
    <div className="table-wrap">
      <table className={className}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" className={column.className}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={id(row)} id={id(row)}>
              {columns.map((column) => (
                <td key={column.name} className={[column.className, column.cellClass].filter(Boolean).join(' ') || undefined}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
