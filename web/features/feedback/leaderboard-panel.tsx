import { Skeleton } from '@mantine/core';
import { Link } from 'react-router';
import { FigurePanel } from './figure-panel.tsx';
import { useColumns } from './use-columns.ts';
import { useLeaderboardQuery } from './feedback-api.ts';
import { writeFilter } from './filter-url.ts';
import { LeaderboardTable } from './leaderboard-table.tsx';
import { messages } from './messages.ts';
import styles from './summary.module.css';
import { useFilter } from './use-filter.ts';
import { labelOf, usualGroup } from './usual-columns.ts';

/** The first rows of the leaderboard, with the way to all of them. */
export function LeaderboardPanel({ className }: { className?: string | undefined }) {
  const { filter } = useFilter();
  const columns = useColumns();
  const groupBy = usualGroup(columns);
  const asked = useLeaderboardQuery({ ...filter, groupBy }, { skip: columns.length === 0 });
  const words = messages.summary;
  return (
    <FigurePanel<'leaderboard'>
      title={messages.leaderboards.title}
      hint={words.best}
      className={className}
      asked={asked}
      side={
        <Link
          className={styles.seeAll}
          to={{ pathname: '/feedback/leaderboards', search: writeFilter(filter).toString() }}
          aria-label={words.seeAllOf(labelOf(columns, groupBy))}
        >
          {words.seeAll}
        </Link>
      }
      skeleton={<RowsSkeleton rows={8} />}
      isEmpty={(board) => board.rows.length === 0}
    >
      {(board) => <LeaderboardTable board={board} rows={board.rows.slice(0, 8)} />}
    </FigurePanel>
  );
}

export function RowsSkeleton({ rows }: { rows: number }) {
  return Array.from({ length: rows }, (_, index) => <Skeleton key={index} height={16} my={27} />);
}
