import { expect, test } from 'vitest';
import type { Rule } from './filters.ts';
import { withRule } from './with-rule.ts';

const north: Rule = { column: 'region_c', operator: 'in', value: ['North'] };
const web: Rule = { column: 'channel', operator: 'in', value: ['Web'] };

test('a rule on the same column is replaced, others stay', () => {
  const south: Rule = { ...north, value: ['South'] };
  expect(withRule([north, web], south)).toEqual([web, south]);
});

test('a rule that needs values and has none takes its column out', () => {
  expect(withRule([north, web], { ...north, value: [] })).toEqual([web]);
});

test('"is empty" needs no values', () => {
  const empty: Rule = { column: 'channel', operator: 'is_empty', value: [] };
  expect(withRule([web], empty)).toEqual([empty]);
});
