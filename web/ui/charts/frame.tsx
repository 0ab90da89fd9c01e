import { IconDownload } from '@tabler/icons-react';
import { useId, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import styles from './charts.module.css';
import { downloadCsv } from './csv.ts';
import { csvRows, DataTable, type ChartTable } from './data-table.tsx';
import { useWidth } from './use-width.ts';

export interface LegendKey {
  label: string;
  color: string;
}

/** What one point says, and where its bubble stands (px within the plot). */
export interface Reading {
  x: number;
  y: number;
  title: string;
  items: readonly { label: string; value: string; color?: string }[];
}

interface FrameProps {
  label: string;
  /** One sentence that tells the whole chart to somebody who does not see it. */
  summary: string;
  height: number;
  legend?: readonly LegendKey[];
  table: ChartTable;
  count: number;
  read: (index: number, width: number) => Reading;
  /** The point under the pointer, given px within the plot. */
  indexAt: (x: number, width: number) => number;
  onPick?: ((index: number) => void) | undefined;
  /** What picking does, e.g. "show only this week". */
  pickWords?: string | undefined;
  children: (width: number, cursor: number) => ReactNode;
}

function movedCursor(key: string, cursor: number, count: number, step: number): number | undefined {
  if (key === 'ArrowRight') return Math.min(count - 1, cursor + step);
  if (key === 'ArrowLeft') return Math.max(0, cursor - step);
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
}

/** Around every chart: legend, table switch, CSV, keyboard cursor, bubble and spoken values. One tab stop for the plot. */
export function Frame(props: FrameProps) {
  const { label, summary, height, legend, table, count, read, indexAt, onPick, pickWords, children } = props;
  const [plot, width] = useWidth<HTMLDivElement>();
  const [cursor, setCursor] = useState(-1);
  const [asTable, setAsTable] = useState(false);
  const summaryId = useId();
  const reading = !asTable && cursor >= 0 && cursor < count ? read(cursor, width) : null;
  const hint = onPick && pickWords ? pickWords : null;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return setCursor(-1);
    if ((event.key === 'Enter' || event.key === ' ') && onPick && reading) {
      event.preventDefault();
      return onPick(cursor);
    }
    const moved = movedCursor(event.key, cursor, count, event.shiftKey ? 10 : 1);
    if (moved === undefined) return;
    event.preventDefault();
    setCursor(moved);
  };
  const under = (event: PointerEvent) => indexAt(event.clientX - event.currentTarget.getBoundingClientRect().left, width);
  /** A finger cannot hover: its first tap reads, the second on the same point picks. */
  const onPointerUp = (event: PointerEvent) => {
    const index = under(event);
    if (count === 0 || event.button !== 0) return;
    if (event.pointerType === 'mouse' || index === cursor) onPick?.(index);
    else setCursor(index);
  };

  return (
    <figure className={styles.frame} aria-label={label}>
      <div className={styles.head}>
        {legend?.map((key) => (
          <span className={styles.key} key={key.label}>
            <i style={{ background: key.color }} />
            {key.label}
          </span>
        ))}
        <span className={styles.tools}>
          <button
            type="button"
            className={styles.tool}
            aria-pressed={asTable}
            aria-label={`Table of ${label}`}
            onClick={() => setAsTable(!asTable)}
          >
            Table
          </button>
          <button
            type="button"
            className={styles.tool}
            aria-label={`Download CSV of ${label}`}
            title="Download CSV"
            onClick={() => downloadCsv(label, csvRows(table))}
          >
            <IconDownload size={14} aria-hidden />
          </button>
        </span>
      </div>
      <div ref={plot} className={styles.plotArea}>
        {asTable ? (
          <DataTable label={label} table={table} height={height} />
        ) : (
          <div
            className={styles.plot}
            role="application"
            aria-roledescription="chart"
            aria-label={label}
            aria-describedby={summaryId}
            tabIndex={0}
            data-pickable={onPick ? '' : undefined}
            style={{ height }}
            onKeyDown={onKeyDown}
            onPointerMove={(event) => event.pointerType === 'mouse' && setCursor(under(event))}
            onPointerLeave={(event) => event.pointerType === 'mouse' && setCursor(-1)}
            onPointerUp={onPointerUp}
            onBlur={() => setCursor(-1)}
          >
            {children(width, reading ? cursor : -1)}
          </div>
        )}
        {reading && (
          <div
            className={styles.bubble}
            style={{ left: Math.max(84, Math.min(width - 84, reading.x)), top: Math.max(44, reading.y - 12) }}
            aria-hidden
          >
            <b>{reading.title}</b>
            {reading.items.map((item) => (
              <div key={item.label}>
                {item.color && <i style={{ background: item.color }} />}
                {item.label} <span>{item.value}</span>
              </div>
            ))}
            {hint && <em>{hint}</em>}
          </div>
        )}
        <p id={summaryId} className={styles.hidden}>
          {summary} Use the arrow keys to read the values{hint ? ` and Enter to ${hint.toLowerCase()}` : ''}.
        </p>
        <p className={styles.hidden} aria-live="polite">
          {reading && `${reading.title}: ${reading.items.map((item) => `${item.label} ${item.value}`).join(', ')}`}
        </p>
      </div>
    </figure>
  );
}
