import { useId, type ReactNode } from 'react';
import styles from './panel.module.css';

interface PanelProps {
  title: string;
  /** The screen says it already; it still names the card. */
  titleHidden?: boolean;
  hint?: string | undefined;
  side?: ReactNode;
  className?: string | undefined;
  busy?: boolean;
  children: ReactNode;
}

/** A titled card. */
export function Panel({ title, titleHidden, hint, side, className, busy, children }: PanelProps) {
  const id = useId();
  return (
    <section className={`${styles.panel} ${className ?? ''}`} aria-labelledby={id} aria-busy={busy || undefined}>
      <header className={titleHidden ? styles.hidden : styles.head}>
        <h2 id={id}>{title}</h2>
        {hint && <span className={styles.hint}>{hint}</span>}
        {side && <div className={styles.side}>{side}</div>}
      </header>
      {children}
    </section>
  );
}
