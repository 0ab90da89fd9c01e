import { randomBytes } from 'node:crypto';
import type { CompanyId } from '@frankly/contracts/identity';
import { events, personal, version } from '@frankly/contracts/kit';
import * as z from 'zod';
import { expect, test } from 'vitest';
import { type SubjectKeys, subjectKeyName } from '../keys/port.ts';
import { EventCodec, eventId } from './codec.ts';

const company = '0b6f5a52-6c1e-4a55-9a2f-0f4f1f7f0001' as CompanyId;

/** Keys in memory: the port's whole promise, without a database. */
function keysOf(forgotten: readonly string[] = []): SubjectKeys {
  const made = new Map<string, Buffer>();
  const keyOf = (subjectId: string) => {
    if (forgotten.includes(subjectId)) return null;
    if (!made.has(subjectId)) made.set(subjectId, randomBytes(32));
    return made.get(subjectId)!;
  };
  return {
    obtain: async (companyId, ids) => new Map(ids.map((id) => [subjectKeyName(companyId, id), keyOf(id)])),
    find: async (subjects) =>
      new Map(subjects.map((one) => [subjectKeyName(one.companyId, one.subjectId), keyOf(one.subjectId)])),
    forget: async () => undefined,
  };
}

const noted = events({ Noted: version(3, z.object({ subjectId: z.string(), note: personal(z.string()), stars: z.int() })) });
const fromOne = { type: 'Noted', from: 1, up: ({ rating, ...data }: Record<string, unknown>) => ({ ...data, grade: rating }) };
const fromTwo = {
  type: 'Noted',
  from: 2,
  up: ({ grade, ...data }: Record<string, unknown>) => ({ ...data, stars: Number(grade) }),
};

test('old versions are brought up to the newest, step by step', () => {
  const codec = new EventCodec(noted, [fromTwo, fromOne], keysOf());
  expect(codec.upcast('Noted', 1, { note: 'n', rating: '4' })).toEqual({ note: 'n', stars: 4 });
  expect(codec.upcast('Noted', 2, { note: 'n', grade: '5' })).toEqual({ note: 'n', stars: 5 });
  expect(codec.upcast('Noted', 3, { note: 'n', stars: 5 })).toEqual({ note: 'n', stars: 5 });
});

test('a gap between versions is found at the start, and so is an upcast that leads nowhere', () => {
  expect(() => new EventCodec(noted, [fromTwo], keysOf())).toThrow('Noted: no upcast from version 1 to 2');
  expect(() => new EventCodec(noted, [fromOne, fromTwo, { ...fromTwo, from: 3 }], keysOf())).toThrow(/the newest is 3/);
});

test('what was sealed for one subject does not open for another, nor in another company', async () => {
  const codec = new EventCodec(noted, [fromOne, fromTwo], keysOf());
  const checked = codec.check(company, { type: 'Noted', data: { subjectId: 'ann', note: 'secret', stars: 1 } });
  const [sealed] = await codec.seal([checked]);
  if (sealed instanceof Error) throw sealed;
  expect(sealed!.json).not.toContain('secret');
  const stored = () => JSON.parse(sealed!.json) as Record<string, unknown>;

  const honest = { companyId: company, type: 'Noted', data: stored() };
  await codec.open([honest]);
  expect(honest.data).toEqual({ subjectId: 'ann', note: 'secret', stars: 1 });
  await expect(codec.open([{ companyId: company, type: 'Noted', data: { ...stored(), subjectId: 'bob' } }])).rejects.toThrow();
  const elsewhere = '0b6f5a52-6c1e-4a55-9a2f-0f4f1f7f0002' as CompanyId;
  await expect(codec.open([{ companyId: elsewhere, type: 'Noted', data: stored() }])).rejects.toThrow();
});

test('an event for a forgotten subject fails alone', async () => {
  const codec = new EventCodec(noted, [fromOne, fromTwo], keysOf(['gone']));
  const notes = ['ann', 'gone', 'bob'].map((subjectId) =>
    codec.check(company, { type: 'Noted', data: { subjectId, note: 'n', stars: 1 } }),
  );
  const outcomes = await codec.seal(notes);
  expect(outcomes.map((one) => one instanceof Error)).toEqual([false, true, false]);
});

test('an event id is the same for the same command and place, and another one elsewhere', () => {
  expect(eventId('a', 0)).toBe(eventId('a', 0));
  expect(new Set([eventId('a', 0), eventId('a', 1), eventId('b', 0), eventId('a/0', 0)]).size).toBe(4);
  expect(eventId('a', 0)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});

test('an event with personal fields has to say whose they are', () => {
  expect(() => events({ Whispered: z.object({ text: personal(z.string()) }) })).toThrow(/no subjectId/);
});
