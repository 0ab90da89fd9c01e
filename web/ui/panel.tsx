import { useId, type ReactNode } from 'react';
import styles from './panel.module.css';

interface PanelProps {
  title: string;
  hint?: string | undefined;
  side?: ReactNode;
  className?: string | undefined;
  busy?: boolean;
  children: ReactNode;
}

/** A titled card. */
export function Panel({ title, hint, side, className, busy, children }: PanelProps) {
  const id = useId();
  return (
    <section className={`${styles.panel} ${className ?? ''}`} aria-labelledby={id} aria-busy={busy || undefined}>
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        {hint && <span className={styles.hint}>{hint}</span>}
        {side && <div className={styles.side}>{side}</div>}
      </header>
      {children}
    </section>
  );
}
