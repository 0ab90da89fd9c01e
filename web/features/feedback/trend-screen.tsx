import type { Trend } from '@frankly/contracts/feedback';
import { SegmentedControl } from '@mantine/core';
import { DataTable } from '../../ui/charts/data-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { usualPeriod } from './dates.ts';
import { useSummaryQuery, useTrendQuery } from './feedback-api.ts';
import { messages } from './messages.ts';
import { NoAnswers } from './no-answers.tsx';
import styles from './summary.module.css';
import { BucketsPanel, TrendPanel, usePeriods } from './trend-panels.tsx';
import { useFilter, useScreenParam } from './use-filter.ts';

const words = messages.trend;
const periods = ['day', 'week', 'month'] as const;

/** The score over time, as closely as one wishes to look. */
export function Component() {
  const { filter } = useFilter();
  const summary = useSummaryQuery(filter);
  const covered = summary.data?.data;
  const usual = covered ? usualPeriod(covered) : 'day';
  const [period, setPeriod] = useScreenParam<Trend['period']>('period', usual, periods);
  const trend = useTrendQuery({ ...filter, period }, { skip: !covered && !summary.isError });
  if (covered?.total === 0) {
    return (
      <Panel title={words.title('Score')}>
        <NoAnswers />
      </Panel>
    );
  }
  return (
    <>
      <div className={styles.toolbar}>
        <SegmentedControl
          aria-label={words.period}
          value={period}
          onChange={(value) => setPeriod(value as Trend['period'])}
          data={periods.map((value) => ({ value, label: words.periods[value] }))}
        />
      </div>
      <div className={styles.grid}>
        <TrendPanel asked={trend} covered={covered} className={styles.whole} height={340} />
        <BucketsPanel asked={trend} covered={covered} className={styles.whole} height={260} />
        {trend.data && (
          <Panel title={words.table} className={styles.whole}>
            <PeriodTable trend={trend.data.data} covered={covered} />
          </Panel>
        )}
      </div>
    </>
  );
}

function PeriodTable({ trend, covered }: { trend: Trend; covered: { from: string; to: string } | undefined }) {
  const { table } = usePeriods(trend, covered);
  return <DataTable label={words.table} table={{ ...table, rows: table.rows.toReversed() }} height={420} />;
}
