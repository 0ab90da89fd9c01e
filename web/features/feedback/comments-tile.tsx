import { Skeleton } from '@mantine/core';
import { useStatsQuery } from './feedback-api.ts';
import { messages } from './messages.ts';
import { formatCount } from './metrics.ts';
import styles from './summary.module.css';
import { narrowed, useFilter } from './use-filter.ts';
import { useOpenNumber } from './use-open-number.ts';

/** How many of the answers came with words. */
export function CommentsTile() {
  const { filter } = useFilter();
  const open = useOpenNumber();
  const { data, isError } = useStatsQuery(filter);
  const stats = data?.data;
  const share = stats && stats.total > 0 ? Math.round((stats.comments * 100) / stats.total) : null;
  const words = messages.summary;
  return (
    <div className={styles.tile}>
      <div>
        <p className={styles.tileName}>{words.comments}</p>
        {isError && !stats ? (
          <p className={styles.tileNone}>{words.unknown}</p>
        ) : !stats ? (
          <Skeleton width={78} height={30} mt={6} />
        ) : share === null ? (
          <p className={styles.tileNone}>{words.noAnswers}</p>
        ) : (
          <>
            <button
              type="button"
              className={styles.tileFigure}
              aria-label={words.open(`${words.comments}: ${share}%, ${formatCount(stats.comments)}`)}
              onClick={() => open(words.comments, narrowed(filter, { column: 'has_comment', operator: 'in', value: ['true'] }))}
            >
              {share}%
            </button>
            <span className={styles.tileMore}>{messages.answers(stats.comments)}</span>
          </>
        )}
      </div>
    </div>
  );
}
