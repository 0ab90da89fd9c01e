import type { QuestionType } from '@frankly/contracts/question-types';
import { Skeleton } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { Change } from '../../ui/change.tsx';
import { Sparkline } from '../../ui/charts/sparkline.tsx';
import { useSummaryQuery, useTrendQuery } from './feedback-api.ts';
import { withFilter } from './filter-url.ts';
import { messages } from './messages.ts';
import { formatScore, metrics, scoreOf } from './metrics.ts';
import styles from './summary.module.css';
import { useFilter } from './use-filter.ts';
import { useOpenNumber } from './use-open-number.ts';

const words = messages.summary;

/** Another question under the same filter, small: its name switches the page to it, its score opens the answers. */
export function MetricTile({ questionType }: { questionType: QuestionType }) {
  const { filter } = useFilter();
  const open = useOpenNumber();
  const [params] = useSearchParams();
  const asked = { ...filter, questionType };
  const summary = useSummaryQuery(asked);
  const trend = useTrendQuery({ ...asked, period: 'week' });
  const metric = metrics[questionType];
  const figures = summary.data?.data;
  const score = figures ? scoreOf(figures) : null;
  const figure = formatScore(metric, score);
  return (
    <div className={styles.tile}>
      <div>
        <Link
          className={styles.tileName}
          to={{ search: withFilter(params, asked).toString() }}
          title={words.switchTo(metric.name)}
        >
          {metric.short}
        </Link>
        {summary.isError && !figures ? (
          <p className={styles.tileNone}>{words.unknown}</p>
        ) : !figures ? (
          <Skeleton width={78} height={30} mt={6} />
        ) : score === null ? (
          <p className={styles.tileNone}>{words.noAnswers}</p>
        ) : (
          <>
            <button
              type="button"
              className={styles.tileFigure}
              aria-label={words.open(`${metric.short} ${figure}, ${messages.answers(figures.total)}`)}
              onClick={() => open(`${metric.short} ${figure}`, asked)}
            >
              <span key={figure} className={styles.fresh}>
                {figure}
              </span>
            </button>
            <Change points={figures.change} format={metric.formatChange} words={words.change} />
          </>
        )}
      </div>
      <span className={styles.spark}>
        {trend.data && <Sparkline values={trend.data.data.nps ?? trend.data.data.score ?? []} />}
      </span>
    </div>
  );
}
