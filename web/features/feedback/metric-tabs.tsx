import { Link, useSearchParams } from 'react-router';
import { useMe } from '../../app/hooks.ts';
import styles from './dashboard.module.css';
import { withFilter } from './filter-url.ts';
import { messages } from './messages.ts';
import { metrics } from './metrics.ts';
import { useFilter } from './use-filter.ts';

/** One link per question type of the company, each an address of its own. */
export function MetricTabs() {
  const { activeMetrics } = useMe();
  const { filter } = useFilter();
  const [params] = useSearchParams();
  return (
    <nav className={styles.metrics} aria-label={messages.metric}>
      {activeMetrics.map((questionType) => (
        <Link
          key={questionType}
          to={{ search: withFilter(params, { ...filter, questionType }).toString() }}
          aria-current={questionType === filter.questionType ? 'page' : undefined}
          preventScrollReset
        >
          {metrics[questionType].short}
        </Link>
      ))}
    </nav>
  );
}
