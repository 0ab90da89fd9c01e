import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useMe } from '../../app/hooks.ts';
import { CommentsTile } from './comments-tile.tsx';
import { usualPeriod } from './dates.ts';
import { useSummaryQuery, useTrendQuery } from './feedback-api.ts';
import { messages } from './messages.ts';
import { MetricTile } from './metric-tile.tsx';
import { ScorePanel } from './score-panel.tsx';
import { ScoresPanel } from './scores-panel.tsx';
import styles from './summary.module.css';
import { BucketsPanel, TrendPanel } from './trend-panels.tsx';
import { useFilter } from './use-filter.ts';

// Below the fold: they arrive while the score is being read.
const LowerPanels = lazy(() => import('./lower-panels.tsx'));

/** The whole of the feedback at a glance. */
export function Component() {
  const { activeMetrics } = useMe();
  const { filter } = useFilter();
  const summary = useSummaryQuery(filter);
  const covered = summary.data?.data;
  const period = covered ? usualPeriod(covered) : 'day';
  const trend = useTrendQuery({ ...filter, period }, { skip: !covered && !summary.isError });
  const others = activeMetrics.filter((questionType) => questionType !== filter.questionType);
  const nobody = covered?.total === 0;
  return (
    <div className={styles.grid}>
      <ScorePanel asked={summary} className={nobody ? styles.whole : styles.score} />
      {!nobody && <TrendPanel asked={trend} covered={covered} className={styles.trend} />}
      <section className={styles.tiles} aria-label={messages.summary.others}>
        {others.map((questionType) => (
          <MetricTile key={questionType} questionType={questionType} />
        ))}
        <CommentsTile />
      </section>
      {!nobody && (
        <>
          <BucketsPanel asked={trend} covered={covered} className={styles.half} />
          <ScoresPanel className={styles.half} />
          <Suspense fallback={<Skeleton height={520} radius="lg" className={styles.whole} />}>
            <LowerPanels />
          </Suspense>
        </>
      )}
    </div>
  );
}
