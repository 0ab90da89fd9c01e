import shared from './charts.module.css';
import styles from './heat-table.module.css';

export interface HeatCell {
  /** The figure on top, e.g. "+46". */
  figure: string;
  /** Number of answers behind it. */
  answers: number;
  /** From -1 (worst) to 1 (best); null greys the cell. */
  heat: number | null;
  /** Read to somebody who does not see the colour. */
  spoken: string;
}

interface HeatTableProps {
  caption: string;
  corner: string;
  rows: readonly string[];
  columns: readonly string[];
  /** Null where nobody answered. */
  cells: readonly (readonly (HeatCell | null)[])[];
  onPickRow: (row: number) => void;
  onPickColumn: (column: number) => void;
  onPick: (row: number, column: number) => void;
  onOpen: (row: number, column: number) => void;
}

const tint = (heat: number | null): string =>
  heat === null
    ? 'var(--surface-2)'
    : `color-mix(in oklab, var(${heat >= 0 ? '--good' : '--bad'}) ${Math.round(6 + Math.min(1, Math.abs(heat)) * 32)}%, var(--surface))`;

/** A real table with warm and cool cells, so reading order, copying and printing come free. */
export function HeatTable(props: HeatTableProps) {
  const { caption, corner, rows, columns, cells, onPickRow, onPickColumn, onPick, onOpen } = props;
  return (
    <div className={styles.scroll}>
      <table className={styles.heat}>
        <caption className={shared.hidden}>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{corner}</th>
            {columns.map((column, index) => (
              <th key={column} scope="col">
                <button type="button" className={styles.head} onClick={() => onPickColumn(index)}>
                  {column}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowIndex) => (
            <tr key={row}>
              <th scope="row">
                <button type="button" className={styles.head} onClick={() => onPickRow(rowIndex)}>
                  {row}
                </button>
              </th>
              {columns.map((column, columnIndex) => {
                const cell = cells[rowIndex]?.[columnIndex];
                return (
                  <td key={column}>
                    {cell ? (
                      <div
                        className={styles.cell}
                        data-few={cell.heat === null || undefined}
                        style={{ background: tint(cell.heat) }}
                      >
                        <button
                          type="button"
                          className={styles.figure}
                          aria-label={`${row}, ${column}: ${cell.spoken}. Show only these`}
                          onClick={() => onPick(rowIndex, columnIndex)}
                        >
                          {cell.figure}
                        </button>
                        <button
                          type="button"
                          className={styles.answers}
                          aria-label={`${cell.answers} answers: ${row}, ${column}`}
                          onClick={() => onOpen(rowIndex, columnIndex)}
                        >
                          {cell.answers.toLocaleString('en')}
                        </button>
                      </div>
                    ) : (
                      <div className={styles.none}>·</div>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
