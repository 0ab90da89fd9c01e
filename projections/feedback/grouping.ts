import type { Column } from './columns.ts';
import type { Selection } from './selection.ts';
import { dictionary } from './tables.ts';

/** A value as the facts hold it: a code, a score, a flag, or null for none. */
export type Stored = number | boolean | null;

/** A value as people know it; null stays null. */
export type Reading = (column: Column, stored: Stored) => string | null;

/** Looks up, in one query, what these stored values of these columns stand for. */
export async function reading(
  { read, companyId }: Selection,
  wanted: readonly { column: Column; stored: readonly Stored[] }[],
): Promise<Reading> {
  const codes = wanted
    .filter(({ column }) => column.kind === 'coded')
    .flatMap(({ column, stored }) =>
      [...new Set(stored)].filter((code) => code !== null).map((code) => ({ attribute: column.name, code })),
    );
  const names = new Map<string, Map<Stored, string>>();
  if (codes.length > 0) {
    const rows = await read.query<{ attribute: string; code: number; value: string }>(
      `select d.attribute, d.code, d.value from unnest($2::text[], $3::int[]) w(attribute, code)
       join ${read.table(dictionary.name)} d on d.company_id = $1 and d.attribute = w.attribute and d.code = w.code`,
      [companyId, codes.map(({ attribute }) => attribute), codes.map(({ code }) => code)],
    );
    for (const { attribute, code, value } of rows) {
      names.set(attribute, (names.get(attribute) ?? new Map<Stored, string>()).set(code, value));
    }
  }
  return (column, stored) => {
    if (stored === null) return null;
    if (column.kind === 'coded') return names.get(column.name)?.get(stored) ?? null;
    if (column.kind === 'fixed') return column.choices.find((choice) => choice.stored === stored)?.value ?? null;
    return String(stored);
  };
}

const collator = new Intl.Collator('en', { numeric: true });

/** Store 2 before Store 10, detractors before promoters, answers without a value last. */
export function naturally(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}
