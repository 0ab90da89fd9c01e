import { IconTriangleFilled } from '@tabler/icons-react';
import styles from './change.module.css';

interface ChangeProps {
  /** Points up (positive) or down; null when there is nothing to compare with. */
  points: number | null;
  format: (points: number) => string;
  words: { none: string; same: string; up: (amount: string) => string; down: (amount: string) => string };
}

/** An arrow and an amount. Never colour alone: the arrow points, and the words are read out. */
export function Change({ points, format, words }: ChangeProps) {
  if (points === null)
    return (
      <span className={styles.none} aria-label={words.none} role="img" title={words.none}>
        –
      </span>
    );
  const amount = format(points);
  if (Number.parseFloat(amount) === 0) return <span className={styles.none}>{words.same}</span>;
  const spoken = points > 0 ? words.up(amount) : words.down(amount);
  return (
    <span className={styles.change} data-up={points > 0} role="img" aria-label={spoken}>
      <IconTriangleFilled size={10} aria-hidden />
      {amount}
    </span>
  );
}
