import { Skeleton } from '@mantine/core';
import { Link } from 'react-router';
import { CrosstabTable } from './crosstab-table.tsx';
import { useCrosstabQuery } from './feedback-api.ts';
import { FigurePanel } from './figure-panel.tsx';
import { useColumns } from './use-columns.ts';
import { writeFilter } from './filter-url.ts';
import { messages } from './messages.ts';
import styles from './summary.module.css';
import { useFilter } from './use-filter.ts';
import { labelOf, usualGroup, usualSecond } from './usual-columns.ts';

/** The corner of the usual crosstab, with the way to the whole. */
export function CrosstabPanel({ className }: { className?: string | undefined }) {
  const { filter, metric } = useFilter();
  const columns = useColumns();
  const row = usualGroup(columns);
  const column = usualSecond(columns, row);
  const asked = useCrosstabQuery({ ...filter, row, column }, { skip: columns.length === 0 });
  const title = messages.crosstab.title(labelOf(columns, row), labelOf(columns, column));
  return (
    <FigurePanel<'crosstab'>
      title={title}
      hint={`${metric.short}, ${messages.crosstab.hint}`}
      className={className}
      asked={asked}
      side={
        <Link
          className={styles.seeAll}
          to={{ pathname: '/feedback/crosstab', search: writeFilter(filter).toString() }}
          aria-label={messages.summary.seeAllOf(title)}
        >
          {messages.summary.seeAll}
        </Link>
      }
      skeleton={<Skeleton height={400} radius="md" />}
      isEmpty={(crosstab) => crosstab.cells.length === 0}
    >
      {(crosstab) => <CrosstabTable crosstab={crosstab} row={row} column={column} show="score" most={{ rows: 8, columns: 6 }} />}
    </FigurePanel>
  );
}
