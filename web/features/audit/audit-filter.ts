import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { AuditFilter } from './audit-api.ts';

const names = ['person', 'kind', 'from', 'to'] as const;
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && Number.isFinite(Date.parse(text));

/** What an address asks for. A day that is none is left out, as is anything too long to be meant. */
export function readAuditFilter(params: URLSearchParams): AuditFilter {
  const said = names.map((name) => [name, params.get(name) ?? ''] as const);
  return Object.fromEntries(
    said.filter(([name, value]) => value !== '' && value.length <= 100 && (name === 'person' || name === 'kind' || isDay(value))),
  );
}

/** The filters live in the address: every change is a step that the back button undoes. */
export function useAuditFilter(): [AuditFilter, (part: AuditFilter) => void] {
  const [params, setParams] = useSearchParams();
  const filter = useMemo(() => readAuditFilter(params), [params]);
  const change = useCallback(
    (part: AuditFilter) => {
      const next = Object.entries({ ...filter, ...part }).filter(([, value]) => value) as [string, string][];
      setParams(new URLSearchParams(next), { preventScrollReset: true });
    },
    [filter, setParams],
  );
  return [filter, change];
}
