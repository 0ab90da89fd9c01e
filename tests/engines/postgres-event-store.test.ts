import { randomBytes } from 'node:crypto';
import { eventCatalogue } from '@frankly/contracts/event-catalogue';
import { EventCodec, eventId } from '@frankly/infra/event-store/codec';
import { PostgresEventStore } from '@frankly/infra/event-store/postgres';
import { PostgresSubjectKeys } from '@frankly/infra/keys/postgres';
import { openPool } from '@frankly/infra/postgres/pool';
import { testDatabase } from '../kit/database.ts';
import { eventStoreSuite } from './event-store-suite.ts';

eventStoreSuite('PostgreSQL', async () => {
  const database = await testDatabase();
  const pool = openPool(database.url, { max: 40 });
  const keys = new PostgresSubjectKeys(pool, randomBytes(32));
  const openStore = () => new PostgresEventStore(pool, new EventCodec(eventCatalogue, [], keys));
  const [store, other] = [openStore(), openStore()];
  return {
    store,
    other,
    async appendSlowly(append, { delayMs, rollback }) {
      const client = await pool.connect();
      try {
        await client.query('begin');
        const [event] = append.events;
        await client.query(
          `select * from append_events(array[$1::uuid], array[$2], array[$3::int], array[1], array[1], array[$4::uuid], array[$4::uuid],
             array['system'], array['c'], array['c'], array[now()],
             array[1], array[1], array[$4::uuid], array[$5], array[1::smallint], array[$6::json])`,
          [
            append.companyId,
            append.stream,
            append.expected,
            eventId(append.commandId, 0),
            event!.type,
            JSON.stringify(event!.data),
          ],
        );
        await client.query('select pg_sleep($1)', [delayMs / 1_000]);
        await client.query(rollback ? 'rollback' : 'commit');
      } finally {
        client.release();
      }
    },
    forget: (companyId, subjectId) => keys.forget(companyId, subjectId),
    async close() {
      await store.close();
      await other.close();
      await pool.end();
      await database.drop();
    },
  };
});
