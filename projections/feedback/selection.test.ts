import { Buffer } from 'node:buffer';
import type { Rule } from '@frankly/contracts/filters';
import { describe, expect, test } from 'vitest';
import { empty, feedbackCompanies, refused } from './feedback-companies.fixture.ts';

const { ask, refusal, queries } = feedbackCompanies();

describe('what does not exist is named, never answered with nothing', () => {
  const existing = 'There are staff, channel, segment, score, bucket, has_comment, store_c, age_c, mood_c.';

  test.each(['region_c', 'f.company_id', 'score) or true --', '__proto__', '\0'])('a column %j', async (column) => {
    const message = `There is no column ${JSON.stringify(column)}. ${existing}`;
    const rules: Rule[] = [
      { column: 'staff', operator: 'is_empty', value: [] },
      { column, operator: 'in', value: ['x'] },
    ];
    expect(await refusal({ measure: 'summary', rules })).toEqual(refused('rules.1.column', message));
    expect(await refusal({ measure: 'leaderboard', groupBy: column })).toEqual(refused('groupBy', message));
    expect(await refusal({ measure: 'crosstab', row: column, column: 'staff' })).toEqual(refused('row', message));
    expect(await refusal({ measure: 'crosstab', row: 'staff', column })).toEqual(refused('column', message));
  });

  test('a column of another company', async () =>
    expect(await refusal({ measure: 'leaderboard', groupBy: 'secret_c' })).toEqual(
      refused('groupBy', /^There is no column "secret_c"/),
    ));

  test('the columns of a crosstab, when they are missing', async () =>
    expect(await refusal({ measure: 'crosstab' })).toEqual(refused('row', `Name a column. ${existing}`)));

  test.each([
    ['bucket', 'gte', 'bucket cannot be asked gte. It has in, not_in.'],
    ['score', 'is_empty', 'score cannot be asked is_empty. It has in, not_in, gte, lte.'],
    ['mood_c', 'lte', 'mood_c cannot be asked lte. It has in, not_in, is_empty, is_not_empty.'],
  ] as const)('%s %s', async (column, operator, message) =>
    expect(await refusal({ measure: 'summary', rules: [{ column, operator, value: [1] }] })).toEqual(
      refused('rules.0.operator', message),
    ),
  );

  test.each([
    ['in', [], 'Name at least one value.'],
    ['gte', [], 'gte takes one number.'],
    ['gte', [1, 2], 'gte takes one number.'],
    ['lte', ['ten'], 'lte takes one number.'],
    ['lte', [' '], 'lte takes one number.'],
  ] as const)('score %s %j', async (operator, value, message) =>
    expect(await refusal({ measure: 'summary', rules: [{ column: 'score', operator, value: [...value] }] })).toEqual(
      refused('rules.0.value', message),
    ),
  );

  test.each(['x', '', '!!', Buffer.from('1/2').toString('base64url'), Buffer.from('1/2/3 or true').toString('base64url')])(
    'a page %j',
    async (page) =>
      expect(await refusal({ measure: 'responses', page })).toEqual(
        refused('page', 'A page is the nextPage of the reply before.'),
      ),
  );

  test('a calendar day, and more periods than a chart can show', async () => {
    const impossible = await refusal({ measure: 'trend', time: { unit: 'custom', value: '31-02-2026_20-11-2026' } });
    expect(impossible).toEqual(refused('time.value', 'There is no day 31-02-2026.'));
    const endless = await refusal({ measure: 'trend', period: 'day', time: { unit: 'custom', value: '01-01-2000_20-11-2026' } });
    expect(endless).toEqual(refused('period', /a trend has at most 3700/));
  });

  test('a company', async () => {
    await expect(queries().today(empty, new Date())).rejects.toMatchObject({ code: 'company_unknown' });
  });
});

test('text that PostgreSQL cannot hold matches nothing', async () => {
  const rules: Rule[] = [{ column: 'staff', operator: 'in', value: ['Anna\0'] }];
  expect((await ask({ measure: 'summary', rules })).data.total).toBe(0);
  expect((await ask({ measure: 'responses', search: 'wait\0' })).data.rows).toEqual([]);
});
