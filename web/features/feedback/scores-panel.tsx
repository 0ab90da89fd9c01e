import type { Leaderboard } from '@frankly/contracts/feedback';
import { Skeleton } from '@mantine/core';
import { useMemo } from 'react';
import { Histogram } from '../../ui/charts/histogram.tsx';
import { useLeaderboardQuery } from './feedback-api.ts';
import { FigurePanel } from './figure-panel.tsx';
import { messages } from './messages.ts';
import { bucketColors, bucketOrder } from './metrics.ts';
import { groupRule, narrowed, useFilter } from './use-filter.ts';
import { useOpenNumber } from './use-open-number.ts';

const words = messages.scores;

/** How often each score was given: two crowds can share one average. */
export function ScoresPanel({ className }: { className?: string | undefined }) {
  const { filter } = useFilter();
  const asked = useLeaderboardQuery({ ...filter, groupBy: 'score' });
  return (
    <FigurePanel<'leaderboard'>
      title={words.title}
      hint={words.hint}
      className={className}
      asked={asked}
      skeleton={<Skeleton height={272} radius="md" />}
      isEmpty={(board) => board.rows.length === 0}
    >
      {(board) => <Scores board={board} />}
    </FigurePanel>
  );
}

function Scores({ board }: { board: Leaderboard }) {
  const { filter, metric, addRules } = useFilter();
  const open = useOpenNumber();
  const counted = useMemo(() => {
    const byScore = new Map(board.rows.map((row) => [Number(row.group), row]));
    const highest = Math.max(filter.questionType === 'nps' ? 10 : 5, ...byScore.keys());
    const lowest = filter.questionType === 'nps' ? 0 : 1;
    return Array.from({ length: highest - lowest + 1 }, (_, index) => {
      const row = byScore.get(lowest + index);
      const bucket = bucketOrder.find((one) => row && row[one] > 0) ?? 'passive';
      return { score: lowest + index, count: row?.responded ?? 0, bucket };
    });
  }, [board, filter.questionType]);
  const rule = (score: number) => groupRule('score', String(score));
  return (
    <Histogram
      label={words.title}
      bars={counted.map(({ score, count, bucket }) => ({ label: String(score), count, color: bucketColors[bucket] }))}
      legend={bucketOrder.map((bucket) => ({ label: metric.buckets[bucket], color: bucketColors[bucket] }))}
      table={{
        head: [words.score, messages.leaderboards.answers],
        rows: counted.map(({ score, count }) => [
          score,
          {
            value: count,
            open: count > 0 ? () => open(words.one(score), narrowed(filter, rule(score))) : undefined,
          },
        ]),
      }}
      onPick={(index) => addRules(rule(counted[index]?.score ?? 0))}
      pickWords={words.pick}
      height={236}
    />
  );
}
