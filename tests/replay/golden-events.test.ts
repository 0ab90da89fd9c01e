import { eventCatalogue } from '@frankly/contracts/event-catalogue';
import type { CompanyId } from '@frankly/contracts/identity';
import { upcastCatalogue } from '@frankly/contracts/upcasts/upcast-catalogue';
import { EventCodec } from '@frankly/infra/event-store/codec';
import { type SubjectKeys, subjectKeyName } from '@frankly/infra/keys/port';
import { expect, test } from 'vitest';
import golden from './golden-events.json' with { type: 'json' };

/**
 * One event as it was stored, for each version there ever was. A file of the log may be years old: what it holds has to be
 * readable for ever. Add to `golden-events.json`, never change it.
 */
const stored: readonly { type: string; version: number; data: Record<string, unknown> }[] = golden;
const companyId = 'cce9c3e7-99e5-8cdd-8b9d-2cbb395ce916' as CompanyId;
/** The key that the golden events were sealed with. */
const key = Buffer.alloc(32, 7);
const keys: SubjectKeys = {
  obtain: async () => new Map(),
  find: async (subjects) => new Map(subjects.map((one) => [subjectKeyName(one.companyId, one.subjectId), key])),
  forget: async () => undefined,
};
const codec = new EventCodec(eventCatalogue, upcastCatalogue, keys);

test('every version of every event has a golden one', () => {
  const needed = Object.entries(eventCatalogue).flatMap(([type, { version }]) =>
    Array.from({ length: version }, (_, index) => `${type}/${index + 1}`),
  );
  expect(stored.map(({ type, version }) => `${type}/${version}`).toSorted()).toEqual(needed.toSorted());
});

test.each(stored)('$type of version $version is still understood, and opens', async ({ type, version, data }) => {
  const newest = codec.upcast(type, version, structuredClone(data));
  await codec.open([{ companyId, type, data: newest }]);
  expect(eventCatalogue[type]!.schema.strict().parse(newest)).toEqual(newest);
});
