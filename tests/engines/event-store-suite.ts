import { randomUUID } from 'node:crypto';
import type { CompanyId } from '@frankly/contracts/identity';
import { type Position, START } from '@frankly/contracts/position';
import { type Append, type Appended, type EventStore, RevisionConflict } from '@frankly/infra/event-store/port';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** One engine under test, on an empty log. */
export interface EngineUnderTest {
  store: EventStore;
  /** A second store on the same log, as another process would open it. */
  other: EventStore;
  /** Appends by hand in a transaction of its own that waits before it commits, or rolls back. */
  appendSlowly(append: Append, options: { delayMs: number; rollback: boolean }): Promise<void>;
  /** Drops the key of a data subject. */
  forget(companyId: CompanyId, subjectId: string): Promise<void>;
  close(): Promise<void>;
}

const answer = (responseId: string, score = 9, more: object = {}) => ({
  type: 'AnswerRecorded',
  data: { responseId, questionType: 'nps', scale: 10, score, answeredAt: '2026-11-20T09:00:00.000Z', source: 'api', ...more },
});
const at = new Date('2026-11-20T10:00:00.000Z');

function append(companyId: CompanyId, stream: string, expected: Append['expected'], more: Partial<Append> = {}): Append {
  const commandId = more.commandId ?? randomUUID();
  return {
    companyId,
    stream,
    expected,
    commandId,
    events: [answer(stream.replace('response-', ''))],
    metadata: { actor: 'system', correlationId: 'a-correlation', causationId: commandId, at },
    ...more,
  };
}

/** What every engine behind the event store port has to hold. */
export function eventStoreSuite(name: string, open: () => Promise<EngineUnderTest>): void {
  describe(`${name} holds the event store's promises`, () => {
    let engine: EngineUnderTest;
    const newCompany = () => randomUUID() as CompanyId;
    beforeAll(async () => {
      engine = await open();
    });
    afterAll(() => engine.close());

    test('an event comes back as it was appended, with all its metadata', async () => {
      const company = newCompany();
      const { position, revision, repeated } = await engine.store.append(
        append(company, 'response-a', 0, { commandId: 'command-1' }),
      );
      const [stored] = await engine.store.readStream(company, 'response-a');
      expect({ revision, repeated }).toEqual({ revision: 1, repeated: false });
      expect(stored).toMatchObject({
        position,
        origin: position,
        companyId: company,
        stream: 'response-a',
        revision: 1,
        ...answer('a'),
      });
      expect(stored!.metadata).toEqual({ actor: 'system', correlationId: 'a-correlation', causationId: 'command-1', at });
    });

    test('later events of a stream name the position it began at', async () => {
      const company = newCompany();
      const first = await engine.store.append(append(company, 'response-a', 0));
      await engine.store.append(append(company, 'response-b', 0));
      await engine.store.append(append(company, 'response-a', 1));
      const events = await engine.store.readStream(company, 'response-a');
      expect(events.map((event) => event.origin)).toEqual([first.position, first.position]);
      expect(events[1]!.position > first.position).toBe(true);
    });

    test('the same command twice is one event and one answer, at once or later, here or elsewhere', async () => {
      const company = newCompany();
      const twice = append(company, 'response-a', 0);
      const outcomes = await Promise.all([engine.store.append(twice), engine.store.append(twice), engine.other.append(twice)]);
      outcomes.push(await engine.store.append(twice));
      expect(new Set(outcomes.map((one) => one.position)).size).toBe(1);
      expect(outcomes.filter((one) => !one.repeated)).toHaveLength(1);
      expect(await engine.store.readStream(company, 'response-a')).toHaveLength(1);
    });

    test('of 20 parallel appends at one revision one succeeds and 19 are conflicts', async () => {
      const company = newCompany();
      await engine.store.append(append(company, 'response-a', 0));
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 ? engine.store : engine.other).append(append(company, 'response-a', 1)),
        ),
      );
      const refused = outcomes.filter((one) => one.status === 'rejected');
      expect(outcomes.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
      expect(refused).toHaveLength(19);
      expect(refused.every((one) => one.reason instanceof RevisionConflict)).toBe(true);
      expect(await engine.store.readStream(company, 'response-a')).toHaveLength(2);
    });

    test('a bad revision in a batch refuses that append alone', async () => {
      const company = newCompany();
      const [first, bad, last] = await engine.store.appendAll([
        append(company, 'response-a', 0),
        append(company, 'response-b', 7),
        append(company, 'response-c', 0),
      ]);
      expect(first).toMatchObject({ revision: 1, repeated: false });
      expect(bad).toBeInstanceOf(RevisionConflict);
      expect(bad).toMatchObject({ expected: 7, actual: 0 });
      expect(last).toMatchObject({ revision: 1, repeated: false });
      expect(await engine.store.readStream(company, 'response-b')).toEqual([]);
    });

    test('an append of several events is all there or not at all', async () => {
      const company = newCompany();
      const three = append(company, 'response-a', 0, { events: [answer('a'), answer('a'), answer('a')] });
      expect(await engine.store.append(three)).toMatchObject({ revision: 3 });
      await expect(engine.store.append(append(company, 'response-a', 2, { events: [answer('a'), answer('a')] }))).rejects.toThrow(
        RevisionConflict,
      );
      expect((await engine.store.readStream(company, 'response-a')).map((event) => event.revision)).toEqual([1, 2, 3]);
    });

    test('a stream comes back whole, however long it is', async () => {
      const company = newCompany();
      const long = append(company, 'response-a', 0, { events: Array.from({ length: 2_100 }, () => answer('a')) });
      await engine.store.append(long);
      const revisions = (await engine.store.readStream(company, 'response-a')).map((event) => event.revision);
      expect(revisions).toEqual(Array.from({ length: 2_100 }, (_, index) => index + 1));
    });

    test('an event that does not fit its contract is refused before anything is stored', async () => {
      const company = newCompany();
      await expect(engine.store.append(append(company, 'response-a', 0, { events: [answer('a', 9.5)] }))).rejects.toThrow();
      await expect(
        engine.store.append(append(company, 'response-a', 0, { events: [{ type: 'Unheard', data: {} }] })),
      ).rejects.toThrow(/catalogue/);
      expect(await engine.store.readStream(company, 'response-a')).toEqual([]);
    });

    test('a company never reads the stream of another', async () => {
      const [mine, theirs] = [newCompany(), newCompany()];
      await engine.store.append(append(mine, 'response-a', 0));
      expect(await engine.store.readStream(theirs, 'response-a')).toEqual([]);
      await expect(engine.store.append(append(theirs, 'response-a', 0))).resolves.toMatchObject({ revision: 1 });
    });

    test('a page says how far it looked, also past what it was not asked for', async () => {
      const company = newCompany();
      const before = await engine.store.head();
      for (const id of ['a', 'b', 'c']) await engine.store.append(append(company, `response-${id}`, 0));
      const page = await engine.store.readPage({ after: before, limit: 2 });
      expect(page.events).toHaveLength(2);
      expect(page.through).toBe(page.events[1]!.position);
      const none = await engine.store.readPage({ after: before, limit: 2, types: ['SurveyPublished'] });
      expect(none).toEqual({ events: [], through: await engine.store.head() });
    });

    test('personal fields are sealed at rest, open for their reader, and gone for good once their subject is forgotten', async () => {
      const company = newCompany();
      const spoken = answer('a', 2, {
        subjectId: 'contact-1',
        comment: 'Too slow, says Ann',
        contact: { name: 'Ann', segment: 'gold' },
      });
      const { position } = await engine.store.append(append(company, 'response-a', 0, { events: [spoken] }));
      const page = { after: START, limit: 10, companyId: company } as const;

      const sealed = (await engine.store.readPage(page)).events[0]!.data as {
        comment: string;
        contact: { name: string; segment: string };
      };
      expect(JSON.stringify(sealed)).not.toMatch(/\bAnn\b|Too slow/);
      expect(sealed.contact.segment).toBe('gold');
      expect((await engine.other.readPage({ ...page, open: true })).events[0]!.data).toMatchObject(spoken.data);

      await engine.forget(company, 'contact-1');
      const [after] = (await engine.store.readPage({ ...page, open: true })).events;
      expect(after).toMatchObject({ position, data: { score: 2, contact: { segment: 'gold' } } });
      expect(JSON.stringify(after!.data)).not.toMatch(/\bAnn\b|Too slow/);
      const again = append(company, 'response-b', 0, {
        events: [answer('b', 2, { subjectId: 'contact-1', comment: 'Me again' })],
      });
      await expect(engine.store.append(again)).rejects.toThrow(/forgotten/);
    });

    test('everybody who listens hears of an append, in this process and in another', async () => {
      const company = newCompany();
      const heard = [engine.store, engine.other].map((store) => {
        let stop = () => {};
        const promise = new Promise<Position>((resolve) => {
          stop = store.onAppended(resolve);
        });
        return { promise, stop: () => stop() };
      });
      // The other one listens over its own connection, which may still be opening: appends go on until it has heard.
      let last: Appended | undefined;
      let waiting = true;
      const appending = (async () => {
        for (let n = 0; waiting; n += 1) last = await engine.store.append(append(company, `response-${n}`, 0));
      })();
      const positions = await Promise.all(heard.map((one) => one.promise));
      waiting = false;
      await appending;
      for (const one of heard) one.stop();
      expect(positions.every((position) => position > START && position <= last!.position)).toBe(true);
    });

    test('10,000 concurrent appends, some slow and some rolled back: a reader skips none', { timeout: 120_000 }, async () => {
      const company = newCompany();
      const start = await engine.store.head();
      const total = 10_000;
      let done = false;

      const reader = (async () => {
        const seen: Position[] = [];
        let after = start;
        for (;;) {
          const finished = done;
          const page = await engine.other.readPage({ after, limit: 700, companyId: company });
          seen.push(...page.events.map((event) => event.position));
          after = page.through;
          if (finished && page.events.length === 0) return seen;
        }
      })();

      let next = 0;
      const caller = async () => {
        for (;;) {
          const n = next++;
          if (n >= total) return;
          const one = append(company, `response-${n}`, 0);
          if (n % 100 === 3) await engine.appendSlowly(one, { delayMs: n % 7, rollback: false });
          else if (n % 100 === 7) {
            await engine.appendSlowly(one, { delayMs: n % 5, rollback: true });
            await (n % 2 ? engine.store : engine.other).append({ ...one, commandId: randomUUID() });
          } else await (n % 2 ? engine.store : engine.other).append(one);
        }
      };
      await Promise.all(Array.from({ length: 64 }, caller));
      done = true;

      const seen = await reader;
      expect(seen).toHaveLength(total);
      expect(new Set(seen).size).toBe(total);
      expect(seen.toSorted()).toEqual(seen);
    });
  });
}
