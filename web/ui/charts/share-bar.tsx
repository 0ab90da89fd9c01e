import styles from './charts.module.css';
import { wholeShares } from './shares.ts';

export interface ShareSegment {
  label: string;
  count: number;
  color: string;
}

interface ShareBarProps {
  label: string;
  segments: readonly ShareSegment[];
  onPick: (index: number) => void;
  /** What a click on a segment does, given its label. */
  pickWords: (label: string) => string;
}

/** One bar cut into shares; each segment is a button. */
export function ShareBar({ label, segments, onPick, pickWords }: ShareBarProps) {
  const shares = wholeShares(segments.map((segment) => segment.count));
  return (
    <div className={styles.shareBar} role="group" aria-label={label}>
      {segments.map((segment, index) =>
        segment.count > 0 ? (
          <button
            key={segment.label}
            type="button"
            style={{ flexGrow: segment.count, background: segment.color }}
            title={`${segment.label}: ${segment.count.toLocaleString('en')} (${shares[index]}%)`}
            aria-label={`${segment.label}, ${shares[index]}%. ${pickWords(segment.label)}`}
            onClick={() => onPick(index)}
          />
        ) : null,
      )}
    </div>
  );
}
