import type { FeedbackReply, Measure, Provenance } from '@frankly/contracts/feedback';
import { Button, Popover } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { wordsOf } from '../../app/api.ts';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { messages } from './messages.ts';
import { useFilter } from './use-filter.ts';
import styles from './figure-panel.module.css';

/** What a query hook gives; `data` stays while the next filter loads. */
export interface AskedFigures<M extends Measure> {
  data?: FeedbackReply<M> | undefined;
  currentData?: FeedbackReply<M> | undefined;
  error?: unknown;
  isFetching: boolean;
  fulfilledTimeStamp?: number | undefined;
  refetch: () => unknown;
}

interface FigurePanelProps<M extends Measure> {
  title: string;
  hint?: string;
  side?: ReactNode;
  asked: AskedFigures<M>;
  skeleton: ReactNode;
  isEmpty: (data: FeedbackReply<M>['data']) => boolean;
  empty?: ReactNode;
  className?: string | undefined;
  children: (data: FeedbackReply<M>['data'], provenance: Provenance) => ReactNode;
}

/** A panel around the figures of one query: skeleton, failure, emptiness, staleness and provenance are told the same way everywhere. */
export function FigurePanel<M extends Measure>(props: FigurePanelProps<M>) {
  const { title, hint, side, asked, skeleton, isEmpty, empty, className, children } = props;
  const { data: reply, currentData, error, isFetching, fulfilledTimeStamp, refetch } = asked;
  const { filter, change } = useFilter();
  const changing = isFetching && reply !== undefined && currentData === undefined;
  return (
    <Panel
      title={title}
      hint={hint}
      className={className}
      side={
        <>
          {side}
          {reply && <ProvenanceInfo title={title} provenance={reply.provenance} at={fulfilledTimeStamp} />}
        </>
      }
      busy={isFetching && currentData === undefined}
    >
      {reply && error !== undefined && !isFetching && (
        <p className={styles.kept} role="status">
          <IconAlertTriangle size={15} aria-hidden /> {messages.failed.kept}{' '}
          <button type="button" onClick={refetch}>
            {messages.failed.retry}
          </button>
        </p>
      )}
      {!reply && error !== undefined && !isFetching ? (
        <Notice icon={IconAlertTriangle} title={messages.failed.title} text={wordsOf(error, messages.failed.offline)} urgent>
          <Button variant="default" onClick={refetch}>
            {messages.failed.retry}
          </Button>
          {filter.rules.length > 0 && <Button onClick={() => change({ rules: [] })}>{messages.empty.clear}</Button>}
        </Notice>
      ) : !reply ? (
        skeleton
      ) : (
        <div className={styles.figures} data-changing={changing || undefined}>
          {isEmpty(reply.data)
            ? (empty ?? <p className={styles.none}>{messages.empty.short}</p>)
            : children(reply.data, reply.provenance)}
        </div>
      )}
      {reply?.provenance.stale && (
        <p className={styles.stale} role="status">
          {messages.provenance.stale}
        </p>
      )}
    </Panel>
  );
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

function ProvenanceInfo({ title, provenance, at }: { title: string; provenance: Provenance; at: number | undefined }) {
  const { answers, rule, projection, position } = provenance;
  return (
    <Popover width={280} position="bottom-end" withArrow withinPortal={false}>
      <Popover.Target>
        <button type="button" className={styles.info} aria-label={messages.provenance.about(title)}>
          <IconInfoCircle size={16} stroke={1.7} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={messages.provenance.heading}>
        <p className={styles.provenance}>
          {messages.provenance.behind(answers, clock.format(at ?? 0), rule)}
          <small>{messages.provenance.readModel(projection, position)}</small>
        </p>
      </Popover.Dropdown>
    </Popover>
  );
}
