import { expect, test } from 'vitest';
import { timeAgo } from './ago.ts';

const now = Date.parse('2026-11-20T12:00:00Z');

test.each([
  ['2026-11-20T11:59:40Z', 'just now'],
  ['2026-11-20T11:56:00Z', '4 min ago'],
  ['2026-11-20T09:00:00Z', '3 h ago'],
  ['2026-11-19T11:00:00Z', '1 day ago'],
  ['2026-11-15T11:00:00Z', '5 days ago'],
  ['2026-10-01T12:00:00Z', '1 Oct 2026'],
])('%s was %s', (iso, words) => {
  expect(timeAgo(iso, now)).toBe(words);
});
