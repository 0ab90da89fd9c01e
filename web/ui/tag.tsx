import type { ReactNode } from 'react';
import styles from './tag.module.css';

/** A state in a word or two. The word says it; the colour only repeats it. */
export function Tag({
  tone = 'neutral',
  children,
}: {
  tone?: 'good' | 'neutral' | 'bad' | 'warn' | 'accent';
  children: ReactNode;
}) {
  return (
    <span className={styles.tag} data-tone={tone}>
      {children}
    </span>
  );
}
