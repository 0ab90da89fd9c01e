import { VisuallyHidden } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import styles from './table.module.css';

interface TableProps {
  label: string;
  columns: readonly { label: string; hidden?: boolean }[];
  /** Of the columns, as a grid has them: "2fr 1fr 120px". */
  widths: string;
  /** What is shown belongs to the question before this one. */
  changing?: boolean;
  children: ReactNode;
}

/** A calm table; on a phone each row is a card. Roles, not table elements: those lose their meaning when laid out otherwise. */
export function Table({ label, columns, widths, changing, children }: TableProps) {
  return (
    <div
      role="table"
      aria-label={label}
      className={styles.table}
      style={{ '--widths': widths } as CSSProperties}
      data-changing={changing || undefined}
    >
      <div role="rowgroup" className={styles.head}>
        <div role="row" className={styles.row}>
          {columns.map((column) => (
            <span key={column.label} role="columnheader">
              {column.hidden ? <VisuallyHidden>{column.label}</VisuallyHidden> : column.label}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup" className={styles.body}>
        {children}
      </div>
    </div>
  );
}

/** `onOpen` is for the mouse; the row has to hold a button that does the same. */
export function Row({ quiet, onOpen, children }: { quiet?: boolean; onOpen?: () => void; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div role="row" className={styles.row} data-quiet={quiet || undefined} data-opens={onOpen && true} onClick={onOpen}>
      {children}
    </div>
  );
}

/** `label` stands before the value on a phone, where there is no head. */
export function Cell({ label, end, children }: { label?: string; end?: boolean; children: ReactNode }) {
  return (
    <div role="cell" className={styles.cell} data-label={label} data-end={end || undefined}>
      {children}
    </div>
  );
}
