import type { Clock } from '@frankly/infra/clock/clock';
import type { EventStore } from '@frankly/infra/event-store/port';
import type { Jobs } from '@frankly/infra/jobs/port';
import type { SubjectKeys } from '@frankly/infra/keys/port';
import type { Vault } from '@frankly/infra/keys/vault';
import type { ReadDb } from '@frankly/infra/read-db/read-db';
import type { Progress } from '@frankly/projections/engine/progress';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

/** What every slice stands on. Opened once per process: by the server, by each command, by each test. */
export interface Platform {
  /** For tables that no projection owns: logins, sessions, key hashes. */
  pool: Pool;
  store: EventStore;
  keys: SubjectKeys;
  vault: Vault;
  jobs: Jobs;
  read: ReadDb;
  progress: Progress;
  clock: Clock;
  log: Logger;
  /** Secret that derived ids and subject ids are keyed with (HMAC-SHA256). */
  idSecret: Buffer;
}
