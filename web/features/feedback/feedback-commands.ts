import type { Filter } from '@frankly/contracts/filters';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { SpotlightActionGroupData } from '@mantine/spotlight';
import { useMay, useMe } from '../../app/hooks.ts';
import { useColumnValuesQuery } from './feedback-api.ts';
import { useColumns } from './use-columns.ts';
import { withFilter, writeFilter } from './filter-url.ts';
import { messages, timeChoices } from './messages.ts';
import { metrics } from './metrics.ts';
import { groupRule, narrowed, useFilter } from './use-filter.ts';
import { labelOf, usualGroup } from './usual-columns.ts';

const words = messages.palette;

/** What the palette can do with feedback: switch question and time, and narrow to a person or a place. */
export function useFeedbackCommands(query: string): SpotlightActionGroupData[] {
  const { activeMetrics } = useMe();
  const mayView = useMay('responses.view');
  const { filter } = useFilter();
  const columns = useColumns();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [search] = useDebouncedValue(query.trim(), 150);
  const place = usualGroup(columns);
  const skip = search === '' || !mayView;
  const onDashboard = useLocation().pathname.startsWith('/feedback');
  const staff = useColumnValuesQuery({ column: 'staff', search }, { skip });
  const places = useColumnValuesQuery({ column: place, search }, { skip: skip || place === 'staff' || columns.length === 0 });

  return useMemo(() => {
    if (!mayView) return [];
    const show = (part: Partial<Filter>) => {
      const next = { ...filter, ...part };
      if (onDashboard) void navigate({ search: withFilter(params, next).toString() }, { preventScrollReset: true });
      else void navigate({ pathname: '/feedback/summary', search: writeFilter(next).toString() });
    };
    const narrow = (column: string, value: string) => show(narrowed(filter, groupRule(column, value)));
    const found = (column: string, values: readonly { value: string; label: string }[] | undefined) => ({
      group: labelOf(columns, column),
      actions: (skip ? [] : (values ?? [])).slice(0, 6).map(({ value, label }) => ({
        id: `${column} ${value}`,
        label,
        description: words.only(label),
        onClick: () => narrow(column, value),
      })),
    });
    return [
      {
        group: words.metrics,
        actions: activeMetrics.map((questionType) => ({
          id: questionType,
          label: metrics[questionType].name,
          keywords: metrics[questionType].short,
          onClick: () => show({ questionType }),
        })),
      },
      {
        group: words.times,
        actions: timeChoices.map(({ time, label }) => ({ id: label, label, onClick: () => show({ time }) })),
      },
      found('staff', staff.data?.values),
      ...(place === 'staff' ? [] : [found(place, places.data?.values)]),
    ];
  }, [activeMetrics, columns, filter, mayView, navigate, onDashboard, params, place, places.data, skip, staff.data]);
}
