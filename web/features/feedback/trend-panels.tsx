import type { Trend } from '@frankly/contracts/feedback';
import { Skeleton } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import type { ChartTable } from '../../ui/charts/data-table.tsx';
import { StackedBars } from '../../ui/charts/stacked-bars.tsx';
import { TrendChart } from '../../ui/charts/trend-chart.tsx';
import { periodLabel, periodRange } from './dates.ts';
import { FigurePanel, type AskedFigures } from './figure-panel.tsx';
import { messages } from './messages.ts';
import { bucketColors, bucketOrder, formatScore } from './metrics.ts';
import { bucketRule, narrowed, useFilter } from './use-filter.ts';
import { useOpenNumber } from './use-open-number.ts';

const words = messages.trend;

interface TrendPanelProps {
  asked: AskedFigures<'trend'>;
  /** First and last day that the trend covers; picking a period stays within. */
  covered: { from: string; to: string } | undefined;
  className?: string | undefined;
  height?: number;
}

/** Each period as the filter that gives its answers, and as a table whose numbers open them. */
export function usePeriods(trend: Trend, covered: { from: string; to: string } | undefined) {
  const { filter, metric, change } = useFilter();
  const open = useOpenNumber();
  const scores = useMemo(() => trend.nps ?? trend.score ?? [], [trend]);
  const labels = useMemo(() => trend.labels.map((day) => periodLabel(day, trend.period)), [trend]);
  const rangeOf = useCallback(
    (index: number) => (covered ? periodRange(trend.labels[index] ?? covered.from, trend.period, covered) : filter.time),
    [covered, trend, filter.time],
  );
  const pick = useCallback((index: number) => change({ time: rangeOf(index) }), [change, rangeOf]);
  const table = useMemo<ChartTable>(
    () => ({
      head: [
        words.periods[trend.period],
        metric.short,
        messages.leaderboards.answers,
        ...bucketOrder.map((one) => metric.buckets[one]),
      ],
      rows: labels.map((label, index) => {
        const inPeriod = { ...filter, time: rangeOf(index) };
        const count = (value: number, title: string, behind = inPeriod) => ({
          value,
          open: value > 0 ? () => open(`${title}, ${label}`, behind) : undefined,
        });
        const score = scores[index] ?? null;
        const answers = count(trend.totalResponded[index] ?? 0, messages.leaderboards.answers);
        return [
          { value: trend.labels[index] ?? label, text: label },
          { ...answers, value: score, text: formatScore(metric, score) },
          answers,
          ...bucketOrder.map((bucket) =>
            count(trend[bucket][index] ?? 0, metric.buckets[bucket], narrowed(inPeriod, bucketRule(bucket))),
          ),
        ];
      }),
    }),
    [trend, labels, scores, metric, filter, rangeOf, open],
  );
  return { labels, scores, pick, table };
}

const answered = (trend: Trend) => trend.totalResponded.some((count) => count > 0);

export function TrendPanel({ asked, covered, className, height = 286 }: TrendPanelProps) {
  const { metric } = useFilter();
  return (
    <FigurePanel<'trend'>
      title={words.title(metric.short)}
      hint={words.hint}
      className={className}
      asked={asked}
      skeleton={<Skeleton height={height + 36} radius="md" />}
      isEmpty={(trend) => !answered(trend)}
    >
      {(trend) => <ScoreTrend trend={trend} covered={covered} height={height} />}
    </FigurePanel>
  );
}

function ScoreTrend({ trend, covered, height }: { trend: Trend; covered: TrendPanelProps['covered']; height: number }) {
  const { metric } = useFilter();
  const { labels, scores, pick, table } = usePeriods(trend, covered);
  const points = useMemo(
    () => labels.map((label, index) => ({ label, score: scores[index] ?? null, answers: trend.totalResponded[index] ?? 0 })),
    [labels, scores, trend],
  );
  return (
    <TrendChart
      label={words.title(metric.short)}
      scoreName={metric.short}
      points={points}
      lowest={Math.max(0, metric.lowest)}
      highest={metric.highest}
      format={metric.format}
      table={table}
      height={height}
      onPick={pick}
      pickWords={words.pick[trend.period]}
    />
  );
}

export function BucketsPanel({ asked, covered, className, height = 236 }: TrendPanelProps) {
  const { metric } = useFilter();
  const names = bucketOrder.map((bucket) => metric.buckets[bucket].toLowerCase());
  const title = words.stacks(`${names.slice(0, -1).join(', ')} and ${names.at(-1)}`);
  return (
    <FigurePanel<'trend'>
      title={title[0]?.toUpperCase() + title.slice(1)}
      className={className}
      asked={asked}
      skeleton={<Skeleton height={height + 36} radius="md" />}
      isEmpty={(trend) => !answered(trend)}
    >
      {(trend) => <BucketTrend trend={trend} covered={covered} label={title} height={height} />}
    </FigurePanel>
  );
}

function BucketTrend(props: { trend: Trend; covered: TrendPanelProps['covered']; label: string; height: number }) {
  const { trend, covered, label, height } = props;
  const { metric } = useFilter();
  const { labels, pick, table } = usePeriods(trend, covered);
  const bars = useMemo(
    () => labels.map((name, index) => ({ label: name, counts: bucketOrder.map((bucket) => trend[bucket][index] ?? 0) })),
    [labels, trend],
  );
  return (
    <StackedBars
      label={label}
      series={bucketOrder.map((bucket) => ({ label: metric.buckets[bucket], color: bucketColors[bucket] }))}
      bars={bars}
      table={table}
      height={height}
      onPick={pick}
      pickWords={words.pick[trend.period]}
    />
  );
}
