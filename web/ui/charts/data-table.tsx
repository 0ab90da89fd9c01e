import type { CsvCell } from './csv.ts';
import styles from './charts.module.css';

/** A cell that shows other words than its value, or whose number opens the answers behind it. */
export interface OpenCell {
  value: CsvCell;
  text?: string;
  open?: (() => void) | undefined;
}
export type Cell = CsvCell | OpenCell;

export interface ChartTable {
  head: readonly string[];
  rows: readonly (readonly Cell[])[];
}

const whole = (cell: Cell): OpenCell => (typeof cell === 'object' && cell !== null ? cell : { value: cell });

export const csvRows = ({ head, rows }: ChartTable): CsvCell[][] => [
  [...head],
  ...rows.map((row) => row.map((cell) => whole(cell).value)),
];

function Content({ cell }: { cell: Cell }) {
  const { value, text, open } = whole(cell);
  const words = text ?? (value === null ? '–' : typeof value === 'number' ? value.toLocaleString('en') : value);
  if (!open) return words;
  return (
    <button type="button" className={styles.openNumber} onClick={open}>
      {words}
    </button>
  );
}

export function DataTable({ label, table, height }: { label: string; table: ChartTable; height?: number }) {
  return (
    <section className={styles.tableScroll} style={{ maxHeight: height }} aria-label={`${label}, as a table`} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {table.head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) =>
                column === 0 ? (
                  <th key={table.head[column]} scope="row">
                    <Content cell={cell} />
                  </th>
                ) : (
                  <td key={table.head[column]}>
                    <Content cell={cell} />
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
