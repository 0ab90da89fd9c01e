import { randomBytes } from 'node:crypto';
import { eventCatalogue } from '@frankly/contracts/event-catalogue';
import { START } from '@frankly/contracts/position';
import { EventCodec } from '@frankly/infra/event-store/codec';
import type { Append, StoredEvent } from '@frankly/infra/event-store/port';
import { PostgresEventStore } from '@frankly/infra/event-store/postgres';
import { PostgresSubjectKeys } from '@frankly/infra/keys/postgres';
import { openPool } from '@frankly/infra/postgres/pool';
import { createTables, insertBuild, tablesOf } from '@frankly/projections/engine/builds';
import { foldPage } from '@frankly/projections/engine/fold';
import type { Projection } from '@frankly/projections/engine/projection';
import { hashOf } from '@frankly/projections/engine/verify';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from './database.ts';

export type Happened = Pick<Append, 'companyId' | 'stream'> & { type: string; data: object };

interface Delivery {
  batch: number;
  again?: boolean;
  /** After every page the transaction is lost once, and folded again by a run that remembers nothing. */
  crash?: boolean;
}

/**
 * What every projection has to hold: the same rows whatever the size of the batches, however often a page is delivered, and
 * wherever a crash takes the last transaction away. `events` should reach every branch of the fold.
 */
export function projectionLaws(projection: Projection, events: readonly Happened[]): void {
  describe(`${projection.name} comes out the same`, () => {
    let pool: Pool;
    let stored: StoredEvent[];
    let close: () => Promise<void>;
    let expected: string;
    let variant = 0;

    beforeAll(async () => {
      const database = await testDatabase();
      pool = openPool(database.url);
      const store = new PostgresEventStore(
        pool,
        new EventCodec(eventCatalogue, [], new PostgresSubjectKeys(pool, randomBytes(32))),
      );
      for (const [n, { companyId, stream, type, data }] of events.entries()) {
        const metadata = {
          actor: 'system',
          correlationId: 'laws',
          causationId: `laws-${n}`,
          at: new Date(1_760_000_000_000 + n),
        };
        await store.append({ companyId, stream, expected: 'any', commandId: `laws-${n}`, events: [{ type, data }], metadata });
      }
      const page = await store.readPage({
        after: START,
        limit: events.length,
        types: projection.events,
        open: projection.opens ?? false,
      });
      stored = page.events;
      expected = await fold({ batch: stored.length });
      close = async () => {
        await store.close();
        await pool.end();
        await database.drop();
      };
    });
    afterAll(() => close());

    async function fold({ batch, again = false, crash = false }: Delivery): Promise<string> {
      const db = await pool.connect();
      try {
        variant += 1;
        const name = `${projection.name}/${variant}`;
        const tables = tablesOf(projection, projection.version, `_law${variant}`);
        await createTables(db, projection, tables);
        let build = await insertBuild(db, name, 'next', projection.version);
        let run = projection.begin(tables);
        for (let from = 0; from < stored.length; from += batch) {
          const page = stored.slice(from, from + batch);
          if (crash) {
            await db.query('begin');
            await projection.begin(tables).apply(db, page);
            await db.query('rollback');
            run = projection.begin(tables);
          }
          build = await foldPage(db, { projection: name, role: 'next', build, run }, page, page.at(-1)!.position);
          // Again, and with the page before: as a feed does that lost track of what it had delivered.
          if (again)
            build = await foldPage(
              db,
              { projection: name, role: 'next', build, run },
              stored.slice(Math.max(0, from - batch), from + batch + 1),
              (stored[from + batch] ?? page.at(-1)!).position,
            );
        }
        return await hashOf(db, projection, tables);
      } finally {
        db.release();
      }
    }

    test('there is something to compare', async () => {
      expect(stored.length).toBeGreaterThan(1);
      expect(new Set(stored.map((event) => event.type))).toEqual(new Set(projection.events));
    });
    test.each([1, 2, 3, 7])('in batches of %i', async (batch) => expect(await fold({ batch })).toBe(expected));
    test.each([1, 4])('when every page of %i is delivered twice', async (batch) =>
      expect(await fold({ batch, again: true })).toBe(expected),
    );
    test.each([1, 3])('when a crash takes every page of %i away once', async (batch) =>
      expect(await fold({ batch, crash: true })).toBe(expected),
    );
  });
}
