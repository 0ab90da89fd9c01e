import type { FeedbackReply, ResponseRow } from '@frankly/contracts/feedback';
import { Button, Skeleton } from '@mantine/core';
import type { InfiniteData } from '@reduxjs/toolkit/query/react';
import { IconAlertTriangle, IconChevronDown, IconMessageOff } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { wordsOf } from '../../app/api.ts';
import { Notice } from '../../ui/notice.tsx';
import styles from './answers.module.css';
import { answersPageSize } from './feedback-api.ts';
import { messages } from './messages.ts';
import { TimeAgo } from '../../ui/time-ago.tsx';

const AnswerDetails = lazy(() => import('./answer-details.tsx'));
const words = messages.responses;

type Pages = InfiniteData<FeedbackReply<'responses'>, string | null>;

/** What the hook of the answers gives. */
export interface AskedAnswers {
  data?: Pages | undefined;
  currentData?: Pages | undefined;
  error?: unknown;
  isFetching: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
}

interface AnswerListProps {
  asked: AskedAnswers;
  empty?: string;
}

/** Answers, newest first, a page at a time. */
export function AnswerList({ asked, empty }: AnswerListProps) {
  const { data, currentData, error, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = asked;
  if (!data && error !== undefined && !isFetching) {
    return (
      <Notice icon={IconAlertTriangle} title={messages.failed.title} text={wordsOf(error, messages.failed.offline)} urgent>
        <Button variant="default" onClick={() => refetch()}>
          {messages.failed.retry}
        </Button>
      </Notice>
    );
  }
  if (!data) return <AnswerSkeletons count={6} />;
  const rows = data.pages.flatMap((page) => page.data.rows);
  if (rows.length === 0) return <Notice icon={IconMessageOff} title={empty ?? messages.empty.short} />;
  const left = (data.pages[0]?.provenance.answers ?? rows.length) - rows.length;
  return (
    <div className={styles.listArea} data-changing={currentData === undefined || undefined}>
      <ul className={styles.list}>
        {rows.map((row) => (
          <AnswerItem key={row.id} row={row} />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="default" fullWidth mih={44} mt="md" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {words.more(Math.max(1, Math.min(left, answersPageSize)))}
        </Button>
      )}
    </div>
  );
}

/** The attributes that say where somebody was, before the rest. */
const placeOf = (row: ResponseRow): string[] => Object.values(row.attributes).slice(0, 2);

export function AnswerItem({ row }: { row: ResponseRow }) {
  const [open, setOpen] = useState(false);
  const who = row.contact ?? words.anonymous;
  const facts = [row.contact, ...placeOf(row), row.staff].filter(Boolean);
  return (
    <li className={styles.item}>
      <div className={styles.row}>
        <span className={styles.score} data-bucket={row.bucket} role="img" aria-label={words.outOf(row.score, row.scale)}>
          {row.score}
        </span>
        <div className={styles.text}>
          {row.comment ? <p className={styles.comment}>{row.comment}</p> : <p className={styles.silent}>{words.noComment}</p>}
          <p className={styles.facts}>
            {facts.map((fact, index) => (
              // An answer's facts can repeat each other (a store named like its region).
              <span key={`${index} ${fact}`}>{fact}</span>
            ))}
            <span>
              <TimeAgo iso={row.answeredAt} />
            </span>
            {row.channel && <span className={styles.tag}>{row.channel}</span>}
            {row.corrected && <span className={styles.tag}>{words.corrected}</span>}
          </p>
        </div>
        <button
          type="button"
          className={styles.expand}
          aria-expanded={open}
          aria-label={words.details(who)}
          onClick={() => setOpen(!open)}
        >
          <IconChevronDown size={18} aria-hidden />
        </button>
      </div>
      {open && (
        <Suspense fallback={<Skeleton height={140} radius="md" />}>
          <AnswerDetails row={row} />
        </Suspense>
      )}
    </li>
  );
}

export function AnswerSkeletons({ count }: { count: number }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={styles.item}>
          <div className={styles.row}>
            <Skeleton width={36} height={36} radius={10} />
            <div className={styles.text}>
              <Skeleton height={13} width={`${85 - ((index * 17) % 40)}%`} mb={10} />
              <Skeleton height={10} width="40%" />
            </div>
          </div>
        </div>
      ))}
    </div>
  );
}
