import { Button, Code } from '@mantine/core';
import { IconCalendarSearch, IconSparkles } from '@tabler/icons-react';
import { Notice } from '../../ui/notice.tsx';
import { customDays, rangeLabel } from './dates.ts';
import { useSummaryQuery } from './feedback-api.ts';
import { messages, timeSentence } from './messages.ts';
import { useFilter } from './use-filter.ts';

const words = messages.empty;

/** Nobody answered: either not in this range, or not at all yet. Both say what to do next. */
export function NoAnswers() {
  const { filter, metric, change } = useFilter();
  const ever = useSummaryQuery({ questionType: filter.questionType, time: { unit: 'year', value: 50 }, rules: [] });
  const days = filter.time.unit === 'custom' ? customDays(String(filter.time.value)) : null;
  if (ever.data?.data.total === 0) {
    return (
      <Notice icon={IconSparkles} title={words.none(metric.short)} text={words.noneMore}>
        <Code block style={{ maxWidth: '100%', whiteSpace: 'pre-wrap', textAlign: 'left' }}>
          {words.importCommand}
        </Code>
      </Notice>
    );
  }
  const filtered = filter.rules.length > 0;
  return (
    <Notice
      icon={IconCalendarSearch}
      title={words.inRange(metric.short, timeSentence(filter.time, days ? rangeLabel(...days) : ''))}
      text={filtered ? words.withFilters : words.widenMore}
    >
      {filtered && <Button onClick={() => change({ rules: [] })}>{words.clear}</Button>}
      <Button variant={filtered ? 'default' : 'filled'} onClick={() => change({ time: { unit: 'year', value: 1 } })}>
        {words.widen}
      </Button>
    </Notice>
  );
}
