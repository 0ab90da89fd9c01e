import type { Rule } from '@frankly/contracts/filters';
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { AnswerItem, AnswerSkeletons } from './answer-list.tsx';
import styles from './summary.module.css';
import listStyles from './answers.module.css';
import { useAnswersInfiniteQuery } from './feedback-api.ts';
import { writeFilter } from './filter-url.ts';
import { messages } from './messages.ts';
import { narrowed, useFilter } from './use-filter.ts';

const commented: Rule = { column: 'has_comment', operator: 'in', value: ['true'] };

const words = messages.summary;

/** The newest words of customers that fit the filter. */
export function LatestPanel({ className }: { className?: string | undefined }) {
  const { filter } = useFilter();
  const withWords = narrowed(filter, commented);
  const { data, isError, refetch } = useAnswersInfiniteQuery(withWords);
  const rows = data?.pages[0]?.data.rows.slice(0, 6);
  return (
    <Panel
      title={words.latest}
      className={className}
      side={
        <Link
          className={styles.seeAll}
          to={{ pathname: '/feedback/responses', search: writeFilter(withWords).toString() }}
          aria-label={words.seeAllOf(words.latest)}
        >
          {words.seeAll}
        </Link>
      }
    >
      {isError && !rows ? (
        <Notice icon={IconAlertTriangle} title={messages.failed.title} urgent>
          <Button variant="default" onClick={() => refetch()}>
            {messages.failed.retry}
          </Button>
        </Notice>
      ) : !rows ? (
        <AnswerSkeletons count={4} />
      ) : (
        <ul className={listStyles.list}>
          {rows.map((row) => (
            <AnswerItem key={row.id} row={row} />
          ))}
        </ul>
      )}
      {rows?.length === 0 && <p className={listStyles.silent}>{messages.empty.noWords}</p>}
    </Panel>
  );
}
