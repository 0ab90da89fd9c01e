import { expect, test } from 'vitest';
import { expiryOf, tomorrow } from './expiry.ts';

const now = new Date(2026, 10, 21, 12).getTime();

test('a number of days counts from now', () => {
  expect(expiryOf('30', '', now)).toBe(new Date(2026, 11, 21, 12).toISOString());
});

test('a chosen day counts to its last second', () => {
  expect(expiryOf('date', '2026-12-31', now)).toBe(new Date(2026, 11, 31, 23, 59, 59).toISOString());
});

test.each(['', '2026-11-21', '2025-12-31', '2026-13-40'])('the day %j is refused', (day) => {
  expect(expiryOf('date', day, now)).toBeUndefined();
});

test('tomorrow is the first day to choose, also at the end of a year', () => {
  expect(tomorrow(new Date(2026, 11, 31, 23).getTime())).toBe('2027-01-01');
});

test('never is never', () => {
  expect(expiryOf('never', '2026-12-31', now)).toBeNull();
});
