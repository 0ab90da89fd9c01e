import type { Bucket } from '@frankly/contracts/feedback';
import { Checkbox, CloseButton, SegmentedControl, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Panel } from '../../ui/panel.tsx';
import { AnswerList } from './answer-list.tsx';
import styles from './answers.module.css';
import { useAnswersInfiniteQuery } from './feedback-api.ts';
import { messages } from './messages.ts';
import { bucketOrder } from './metrics.ts';
import { NoAnswers } from './no-answers.tsx';
import { bucketRule, useFilter } from './use-filter.ts';

const words = messages.responses;
const typingMs = 300;

/** The search of the address, followed a moment after typing stops. */
function useSearch(): [string, string, (text: string) => void] {
  const [params, setParams] = useSearchParams();
  const asked = params.get('search') ?? '';
  const [typed, setTyped] = useState(asked);
  useEffect(() => {
    if (typed.trim() === asked) return;
    const timer = setTimeout(() => {
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          if (typed.trim()) next.set('search', typed.trim());
          else next.delete('search');
          return next;
        },
        { replace: true, preventScrollReset: true },
      );
    }, typingMs);
    return () => clearTimeout(timer);
  }, [typed, asked, setParams]);
  return [asked, typed, setTyped];
}

/** Every answer that fits, newest first. */
export function Component() {
  const { filter, metric, addRules, removeRule } = useFilter();
  const [search, typed, setTyped] = useSearch();
  const asked = useAnswersInfiniteQuery({ ...filter, search: search || undefined });
  const count = asked.data?.pages[0]?.provenance.answers;
  const bucket = filter.rules.find((rule) => rule.column === 'bucket' && rule.operator === 'in');
  const chosen = bucket?.value.length === 1 ? String(bucket.value[0]) : 'all';
  const commented = filter.rules.some((rule) => rule.column === 'has_comment' && String(rule.value[0]) === 'true');
  return (
    <Panel title={count === undefined ? words.title : messages.answers(count)}>
      <div className={styles.tools}>
        <TextInput
          className={styles.search ?? ''}
          aria-label={words.search}
          placeholder={words.search}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={typed ? <CloseButton size="sm" aria-label={words.clearSearch} onClick={() => setTyped('')} /> : null}
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <SegmentedControl
          aria-label={words.kinds}
          value={chosen}
          onChange={(value) => (value === 'all' ? removeRule('bucket') : addRules(bucketRule(value as Bucket)))}
          data={[{ value: 'all', label: words.all }, ...bucketOrder.map((one) => ({ value: one, label: metric.buckets[one] }))]}
        />
        <Checkbox
          label={words.onlyComments}
          checked={commented}
          onChange={() =>
            commented ? removeRule('has_comment') : addRules({ column: 'has_comment', operator: 'in', value: ['true'] })
          }
        />
      </div>
      {count === 0 && !search ? <NoAnswers /> : <AnswerList asked={asked} empty={messages.empty.noComments} />}
    </Panel>
  );
}
