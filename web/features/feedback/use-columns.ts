import type { RuleOption } from '@frankly/contracts/feedback';
import { useMemo } from 'react';
import { useMay } from '../../app/hooks.ts';
import { useColumnsQuery } from './feedback-api.ts';
import { metrics } from './metrics.ts';
import { useFilter } from './use-filter.ts';

const none: readonly RuleOption[] = [];

/** The columns there are. Buckets are called as the question calls them: a satisfied CSAT answer is not a promoter. */
export function useColumns(): readonly RuleOption[] {
  const { filter } = useFilter();
  const { data = none } = useColumnsQuery(filter.questionType, { skip: !useMay('responses.view') });
  const { buckets } = metrics[filter.questionType];
  return useMemo(() => {
    const named = (option: { value: string; label: string }) =>
      option.value in buckets ? { ...option, label: buckets[option.value as keyof typeof buckets] } : option;
    return data.map((column) => (column.value === 'bucket' ? { ...column, options: column.options.map(named) } : column));
  }, [data, buckets]);
}
