import { DomainError } from '@frankly/contracts/errors';
import { afterEach, expect, test } from 'vitest';
import { timeReader } from './answer-times.ts';

const today = new Date('2026-11-20T12:00:00Z');
const machineZone = process.env['TZ'];
afterEach(() => {
  process.env['TZ'] = machineZone;
});

test.for([
  ['dd/MM/yy', 'Europe/Amsterdam', '01/09/21', '2021-08-31T22:00:00.000Z'],
  ['dd-MMM-yy', 'UTC', '14-Aug-23', '2023-08-14T00:00:00.000Z'],
  ['yyyy-MM-dd HH:mm:ss.SSS', 'America/New_York', '2019-11-01 08:51:12.402', '2019-11-01T12:51:12.402Z'],
  ['yyyy-MM-dd HH:mm', 'America/New_York', '2023-11-05 01:30', '2023-11-05T05:30:00.000Z'],
  ['yyyy-MM-dd HH:mm', 'America/New_York', '2023-11-05 08:30', '2023-11-05T13:30:00.000Z'],
  ['yyyy-MM-dd HH:mm', 'America/New_York', '2023-11-06 08:30', '2023-11-06T13:30:00.000Z'],
  ['yyyy-MM-dd HH:mm', 'America/New_York', '2023-03-12 02:30', '2023-03-12T07:30:00.000Z'],
  ["yyyy-MM-dd'T'HH:mm:ssXXX", 'America/New_York', '2023-03-12T02:30:00+02:00', '2023-03-12T00:30:00.000Z'],
  [undefined, 'Asia/Tokyo', '2026-01-02', '2026-01-01T15:00:00.000Z'],
  [undefined, 'Asia/Tokyo', '2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
] as const)('%s in %s reads %s', ([form, zone, text, expected]) => {
  expect(timeReader(form, zone, today)(text)).toBe(expected);
});

test.for(['31/02/2023', '1 May', '12/31/2023', '01/02/21', '01/02/2023 and more', ''])(
  'dd/MM/yyyy does not read "%s"',
  (text) => {
    expect(timeReader('dd/MM/yyyy', 'UTC', today)(text)).toBeNull();
  },
);

test('the zone of the machine never matters, whatever its clocks do', () => {
  const hours = Array.from({ length: 24 * 30 }, (_, hour) => new Date(Date.UTC(2023, 2, 1, hour, 30)).toISOString());
  const texts = hours.map((time) => time.slice(0, 16).replace('T', ' '));
  const readAll = () => texts.map(timeReader('yyyy-MM-dd HH:mm', 'Asia/Kolkata', today));
  const read = ['UTC', 'America/New_York', 'Europe/Amsterdam', 'Pacific/Apia'].map((zone) => {
    process.env['TZ'] = zone;
    return readAll();
  });
  expect(read[0]).toEqual(hours.map((time) => new Date(Date.parse(time) - 5.5 * 3_600_000).toISOString()));
  for (const other of read) expect(other).toEqual(read[0]);
});

test('a form that cannot be is named before anything is read', () => {
  for (const form of ['DD/MM/YYYY', 'dd/MM/nnn']) {
    expect(() => timeReader(form, 'UTC', today)).toThrow(DomainError);
  }
});
