import { eventCatalogue } from '@frankly/contracts/event-catalogue';
import { upcastCatalogue } from '@frankly/contracts/upcasts/upcast-catalogue';
import { type Clock, systemClock } from '@frankly/infra/clock/clock';
import { EventCodec } from '@frankly/infra/event-store/codec';
import { PostgresEventStore } from '@frankly/infra/event-store/postgres';
import { GraphileJobs } from '@frankly/infra/jobs/graphile';
import { createVault } from '@frankly/infra/keys/vault';
import { PostgresSubjectKeys } from '@frankly/infra/keys/postgres';
import { openPool } from '@frankly/infra/postgres/pool';
import { ProjectionEngine } from '@frankly/projections/engine/engine';
import type { Logger } from 'pino';
import type { Platform } from './platform.ts';
import { readModels } from './read-models.ts';
import { idSecretOf, type Secrets } from './settings.ts';

export interface OpenPlatform extends Platform {
  engine: ProjectionEngine;
  jobs: GraphileJobs;
  /** Lets what is under way finish, then lets go of the database. */
  close(): Promise<void>;
}

/** Opens a migrated database. Nothing is projected until `engine.start()` or `engine.catchUp()`. */
export async function openPlatform(options: {
  databaseUrl: string;
  secrets: Secrets;
  log: Logger;
  clock?: Clock;
}): Promise<OpenPlatform> {
  const { databaseUrl, secrets, log, clock = systemClock } = options;
  const pool = openPool(databaseUrl, { max: readModels.length + 16 });
  const keys = new PostgresSubjectKeys(pool, secrets.masterKey);
  const vault = createVault(secrets.masterKey);
  const store = new PostgresEventStore(pool, new EventCodec(eventCatalogue, upcastCatalogue, keys));
  const engine = new ProjectionEngine(readModels, { pool, store, log });
  await engine.open();
  return {
    pool,
    store,
    keys,
    vault,
    jobs: new GraphileJobs({ pool, vault, log }),
    engine,
    read: engine,
    progress: engine,
    clock,
    log,
    idSecret: idSecretOf(secrets),
    async close() {
      await store.close();
      await engine.close();
      await pool.end();
    },
  };
}
