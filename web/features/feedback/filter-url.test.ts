import type { Filter, Operator, Rule } from '@frankly/contracts/filters';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasFilter, readFilter, readTime, withFilter, writeFilter } from './filter-url.ts';

const usual = { questionType: 'nps', time: { unit: 'day', value: 30 } } as const;
const read = (query: string) => readFilter(new URLSearchParams(query), usual);

test('a filter reads like a sentence in the address', () => {
  const filter: Filter = {
    questionType: 'csat',
    time: { unit: 'month', value: 3 },
    rules: [
      { column: 'region_c', operator: 'in', value: ['North', 'South'] },
      { column: 'score', operator: 'lte', value: [6] },
      { column: 'staff', operator: 'is_empty', value: [] },
    ],
  };
  expect(writeFilter(filter).toString()).toBe('metric=csat&time=3m&region_c=North&region_c=South&score.lte=6&staff.empty=');
});

const values = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 4 });
const rule: fc.Arbitrary<Rule> = fc
  .tuple(
    fc.constantFrom('staff', 'channel', 'segment', 'region_c', 'store_c'),
    fc.constantFrom<Operator>('in', 'not_in', 'is_empty', 'is_not_empty', 'gte', 'lte'),
    values,
    fc.integer({ min: -10, max: 10 }),
  )
  .map(([column, operator, texts, limit]) => ({
    column,
    operator,
    value: operator.startsWith('is_') ? [] : operator === 'gte' || operator === 'lte' ? [limit] : texts,
  }));
const time = fc.oneof(
  fc.constantFrom(
    { unit: 'today' } as const,
    { unit: 'ytd' } as const,
    { unit: 'custom', value: '01-11-2026_20-11-2026' } as const,
  ),
  fc.record({ unit: fc.constantFrom('day', 'week', 'month', 'year'), value: fc.integer({ min: 1, max: 3_660 }) }),
);

test('every filter comes back from its address as it was', () => {
  const filters = fc.record({
    questionType: fc.constantFrom('nps', 'csat', 'ces', 'fivestar'),
    time,
    rules: fc.uniqueArray(rule, { maxLength: 6, selector: (one) => one.column + one.operator }),
  });
  fc.assert(
    fc.property(filters, (filter) => {
      expect(read(writeFilter(filter as Filter).toString())).toEqual({ filter, refused: [] });
    }),
  );
});

test('wrong parts are left out and named, the rest stays', () => {
  expect(read('metric=smiles&time=banana&score.gte=many&score.near=3&channel=Web')).toEqual({
    filter: { ...usual, rules: [{ column: 'channel', operator: 'in', value: ['Web'] }] },
    refused: ['metric=smiles', 'time=banana', 'score.gte=many', 'score.near=3'],
  });
});

test.each(['31-02-2026_01-03-2026', '20-11-2026_01-11-2026', '1-1-2026_2-1-2026', '0d', '9999d'])('%s is no time', (text) => {
  expect(readTime(text)).toBeNull();
});

test('parameters of the screen itself are not rules and survive a change of filter', () => {
  const params = new URLSearchParams('period=week&by=store_c&metric=nps&channel=Web');
  expect(withFilter(params, { ...usual, rules: [] }).toString()).toBe('metric=nps&time=30d&period=week&by=store_c');
  expect(hasFilter(new URLSearchParams('period=week'))).toBe(false);
  expect(hasFilter(params)).toBe(true);
});
