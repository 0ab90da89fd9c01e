import type { ReactNode } from 'react';
import { useTitle } from './hooks.ts';
import styles from './screen-head.module.css';

interface ScreenHeadProps {
  title: string;
  /** What the screen is for, in a line. */
  hint?: string;
  /** What can be done here. */
  children?: ReactNode;
}

/** The head of a screen that has no filter: its name, and what can be done on it. */
export function ScreenHead({ title, hint, children }: ScreenHeadProps) {
  useTitle(title);
  return (
    <header className={styles.head}>
      <div className={styles.title}>
        <h1>{title}</h1>
        {hint && <p>{hint}</p>}
      </div>
      {children && <div className={styles.actions}>{children}</div>}
    </header>
  );
}
