import type { DataScope } from '@frankly/contracts/data-scope';
import { mayOpen } from '@frankly/contracts/data-scope';
import { measures } from '@frankly/contracts/feedback';
import { describe, expect, test } from 'vitest';
import { answers, company, feedbackCompanies, values } from './feedback-companies.fixture.ts';

const { ask, refusal, queries } = feedbackCompanies();
const nps = answers.filter(({ questionType }) => questionType === 'nps');
const seenBy = (scope: DataScope) =>
  nps.filter(({ staff, attributes }) => mayOpen(scope, { servedBy: staff, attributes })).map(({ id }) => id);

const inStore2: DataScope = { kind: 'team', team: { store_c: 'Store 2' }, servedBy: 'Bram' };
const deep: DataScope = { kind: 'team', team: { store_c: 'Store 2', mood_c: 'unknown' } };
const anna: DataScope = { kind: 'own', servedBy: 'Anna', team: { store_c: 'Store 2' } };
const nobody: readonly DataScope[] = [
  { kind: 'team', team: {} },
  { kind: 'team', team: { store_c: 'Store 99' } },
  { kind: 'team', team: { planet_c: 'Mars' } },
  { kind: 'team', team: { store_c: 'Store 2\0' } },
  { kind: 'team', team: { store_c: 'Store 2', planet_c: 'Mars' } },
  { kind: 'own', servedBy: null, team: { store_c: 'Store 2' } },
  { kind: 'own', servedBy: '', team: {} },
  { kind: 'own', servedBy: 'Nobody', team: {} },
];

async function listed(scope: DataScope, more: object = {}): Promise<string[]> {
  const { data } = await ask({ measure: 'responses', pageSize: 200, ...more }, company, scope);
  const rest = data.nextPage ? await listed(scope, { ...more, page: data.nextPage }) : [];
  return [...data.rows.map(({ id }) => id), ...rest];
}
const total = async (scope: DataScope, more: object = {}) =>
  (await ask({ measure: 'summary', ...more }, company, scope)).data.total;
const asked = { groupBy: 'staff', row: 'staff', column: 'store_c' };

describe('every measure', () => {
  test.each([inStore2, deep, anna])('of %j is about the answers that one by one may be opened', async (scope) => {
    const seen = seenBy(scope);
    expect(seen.length).toBeGreaterThan(5);
    expect((await listed(scope)).toSorted()).toEqual(seen.toSorted());
    for (const measure of measures) {
      const { provenance } = await ask({ measure, ...asked }, company, scope);
      expect([measure, provenance.answers]).toEqual([measure, seen.length]);
    }
  });

  test.each(nobody)('of %j is empty: a scope closes, it never opens', async (scope) => {
    expect(seenBy(scope)).toEqual([]);
    for (const of of [undefined, 'own'] as const) {
      for (const measure of measures) {
        const { provenance } = await ask({ measure, of, ...asked }, company, scope);
        expect([measure, provenance.answers]).toEqual([measure, 0]);
      }
    }
    for (const column of ['staff', 'store_c', 'channel'])
      expect(await queries().optionValues(company, scope, column, undefined, 1)).toEqual({ values: [], more: false });
  });

  test('cannot be led out of the scope by rules or a search', async () => {
    const rules = [{ column: 'store_c', operator: 'in' as const, value: ['Store 10'] }];
    expect(await total(inStore2, { rules })).toBe(0);
    const negated = [{ column: 'store_c', operator: 'not_in' as const, value: ['Store 10'] }];
    expect(await total(inStore2, { rules: negated })).toBe(seenBy(inStore2).length);
    const waiting = nps.filter(({ id, comment }) => seenBy(inStore2).includes(id) && /waiting/i.test(comment ?? ''));
    expect((await listed(inStore2, { search: 'waiting' })).length).toBe(waiting.length);
  });
});

describe('one’s own answers', () => {
  test('are those that one served, within what one may see', async () => {
    const bram = nps.filter(({ staff }) => staff === 'Bram');
    expect(await total({ kind: 'all', servedBy: 'Bram' }, { of: 'own' })).toBe(bram.length);
    expect(await total({ kind: 'all', servedBy: 'Bram' })).toBe(nps.length);
    expect(await total(inStore2, { of: 'own' })).toBe(bram.filter(({ attributes }) => attributes.store_c === 'Store 2').length);
    expect(await total(inStore2, { of: 'team' })).toBe(await total(inStore2));
    expect(await total({ kind: 'all', servedBy: null }, { of: 'own' })).toBe(0);
    expect(await total({ kind: 'all' }, { of: 'own' })).toBe(0);
    expect(await total(deep, { of: 'own' })).toBe(0);
  });
});

describe('of the team of somebody who is a part of it', () => {
  test('there are the totals', async () => {
    for (const measure of ['summary', 'stats', 'trend'] as const)
      expect((await ask({ measure, of: 'team' }, company, anna)).provenance.answers).toBe(seenBy(inStore2).length);
    expect(await total({ ...anna, team: {} } as DataScope, { of: 'team' })).toBe(0);
    expect(await total({ ...anna, team: { store_c: 'Store 99' } } as DataScope, { of: 'team' })).toBe(0);
  });

  test.each([
    { measure: 'leaderboard' },
    { measure: 'crosstab', row: 'staff', column: 'channel' },
    { measure: 'responses' },
    { measure: 'summary', rules: [{ column: 'staff', operator: 'in', value: ['Bram'] }] },
    { measure: 'summary', search: 'waiting' },
    { measure: 'stats', groupBy: 'staff' },
    { measure: 'trend', row: 'staff' },
  ] as const)('%j is more than a total', async (query) => {
    const more = await refusal({ ...query, of: 'team' } as Parameters<typeof refusal>[0], company, anna);
    expect(more).toMatchObject({ code: 'not_allowed' });
    expect(await refusal({ ...query, of: 'team' } as Parameters<typeof refusal>[0], company, inStore2)).toBeNull();
  });
});

describe('the values to choose from', () => {
  const offered = async (scope: DataScope, column: string) =>
    (await queries().optionValues(company, scope, column, undefined, 1)).values.map(({ value }) => value);

  test('are those of answers within the scope', async () => {
    expect(await offered(inStore2, 'store_c')).toEqual(['Store 2']);
    expect(await offered(anna, 'staff')).toEqual(['Anna']);
    const all = answers.filter(({ staff }) => staff === 'Anna').flatMap(({ channel }) => channel ?? []);
    expect((await offered(anna, 'channel')).toSorted()).toEqual([...new Set(all)].toSorted());
    expect((await offered({ kind: 'all' }, 'store_c')).toSorted()).toEqual([...values.store_c].toSorted());
  });
});
