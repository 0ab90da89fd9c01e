import { expect, test } from 'vitest';
import { bands, labelStep, margins, vertical } from './geometry.ts';

test('every pointer position belongs to a band, also outside the plot', () => {
  const weeks = bands(10, 500);
  expect(weeks.at(-50)).toBe(0);
  expect(weeks.at(9_999)).toBe(9);
  for (let index = 0; index < 10; index++) expect(weeks.at(weeks.middle(index))).toBe(index);
});

test('bands fill the plot and nothing more', () => {
  const weeks = bands(7, 400);
  expect(weeks.middle(0) - weeks.width / 2).toBeCloseTo(margins.left);
  expect(weeks.middle(6) + weeks.width / 2).toBeCloseTo(400 - margins.right);
});

test('the highest value is at the top and the lowest at the bottom', () => {
  const score = vertical(-100, 100, 260);
  expect(score(100)).toBe(margins.top);
  expect(score(-100)).toBe(260 - margins.bottom);
});

test('labels are thinned out until each has its room', () => {
  expect(labelStep(5, 600)).toBe(1);
  expect(labelStep(90, 300)).toBeGreaterThanOrEqual(18);
});
