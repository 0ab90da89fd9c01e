import { expect, test } from 'vitest';
import { startOfDay } from './start-of-day.ts';

test.each([
  ['2026-11-21', 'Europe/Amsterdam', 0, '2026-11-20T23:00:00.000Z'],
  ['2026-03-29', 'Europe/Amsterdam', 1, '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', 'Europe/Amsterdam', 1, '2026-10-25T23:00:00.000Z'],
  ['2026-11-21', 'Asia/Kathmandu', 0, '2026-11-20T18:15:00.000Z'],
  ['2026-11-21', 'Pacific/Kiritimati', 0, '2026-11-20T10:00:00.000Z'],
  ['2026-11-21', 'Pacific/Pago_Pago', 0, '2026-11-21T11:00:00.000Z'],
  // The clock went from midnight to one: the day began at one.
  ['2018-11-04', 'America/Sao_Paulo', 0, '2018-11-04T03:00:00.000Z'],
])('%s in %s, %i days later, begins at %s', (day, timeZone, later, instant) => {
  expect(startOfDay(day, timeZone, later).toISOString()).toBe(instant);
});

test('days of no calendar are those at its ends', () => {
  expect(startOfDay('0001-01-01', 'UTC').getUTCFullYear()).toBe(1900);
  expect(startOfDay('9999-12-31', 'UTC', 1).getUTCFullYear()).toBe(2200);
});
