import type { Bucket } from '@frankly/contracts/feedback';
import type { Filter, Rule, TimeRange } from '@frankly/contracts/filters';
import { withRule } from '@frankly/contracts/with-rule';
import type { QuestionType } from '@frankly/contracts/question-types';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useMe } from '../../app/hooks.ts';
import { readFilter, withFilter, type UsualFilter } from './filter-url.ts';
import { metrics, type Metric } from './metrics.ts';

/** What the dashboard shows when the address says nothing. */
export function usualFilter(me: {
  activeMetrics: readonly QuestionType[];
  copilotDashboardFilters: { time: TimeRange };
}): UsualFilter {
  return { questionType: me.activeMetrics[0] ?? 'nps', time: me.copilotDashboardFilters.time };
}

export interface FilterInAddress {
  filter: Filter;
  metric: Metric;
  /** Parts of the address that were not understood. */
  refused: readonly string[];
  change: (part: Partial<Filter>) => void;
  addRules: (...rules: Rule[]) => void;
  removeRule: (column: string) => void;
}

/** The filter of this page. It lives in the address: every change is a step that the back button undoes. */
export function useFilter(): FilterInAddress {
  const [params, setParams] = useSearchParams();
  const me = useMe();
  const { filter, refused } = useMemo(() => readFilter(params, usualFilter(me)), [params, me]);
  const change = useCallback(
    (part: Partial<Filter>) => setParams((now) => withFilter(now, { ...filter, ...part }), { preventScrollReset: true }),
    [filter, setParams],
  );
  const addRules = useCallback(
    (...rules: Rule[]) => change({ rules: rules.reduce<Rule[]>(withRule, filter.rules) }),
    [change, filter.rules],
  );
  const removeRule = useCallback(
    (column: string) => change({ rules: filter.rules.filter((rule) => rule.column !== column) }),
    [change, filter.rules],
  );
  return { filter, metric: metrics[filter.questionType], refused, change, addRules, removeRule };
}

/** The filter with one more rule, e.g. for the answers behind a part of a figure. */
export const narrowed = (filter: Filter, ...rules: Rule[]): Filter => ({
  ...filter,
  rules: rules.reduce<Rule[]>(withRule, filter.rules),
});

export const bucketRule = (...value: Bucket[]): Rule => ({ column: 'bucket', operator: 'in', value });

/** The rule for one group of a leaderboard or crosstab; a group without a value has its own operator. */
export const groupRule = (column: string, group: string | null): Rule =>
  group === null ? { column, operator: 'is_empty', value: [] } : { column, operator: 'in', value: [group] };

/** A parameter of one screen in the address, e.g. the column of a leaderboard. */
export function useScreenParam<T extends string>(name: string, usual: T, allowed?: readonly T[]): [T, (value: T) => void] {
  const [params, setParams] = useSearchParams();
  const written = params.get(name) as T | null;
  const value = written !== null && (!allowed || allowed.includes(written)) ? written : usual;
  const set = useCallback(
    (next: T) =>
      setParams(
        (now) => {
          const changed = new URLSearchParams(now);
          changed.set(name, next);
          return changed;
        },
        { preventScrollReset: true },
      ),
    [name, setParams],
  );
  return [value, set];
}
