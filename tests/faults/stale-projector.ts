import { setTimeout as delay } from 'node:timers/promises';
import type { RunningProduct, ServerProcess } from '../kit/running-product.ts';
import { asked, caughtUp } from './catching-up.ts';
import type { Finding } from './finding.ts';
import type { Ledger } from './ledger.ts';
import type { Load } from './load.ts';
import { inspect } from './oracle.ts';

const stoppedMs = 4_000;

/**
 * Two servers on one database; the one that fills the read models is stopped in the middle of its work, and its
 * connections are cut, as after a long pause on another machine. The other one takes over; then the first goes on.
 */
export async function stopTheProjector(
  product: RunningProduct,
  leader: ServerProcess,
  load: Load,
  ledger: Ledger,
): Promise<readonly Finding[]> {
  const leading = await leaders(product.databaseUrl);
  const other = await product.start();
  load.urls = [leader.url, other.url];
  await delay(1_000);
  load.urls = [other.url];
  leader.signal('SIGSTOP');
  await asked(product.databaseUrl, 'select pg_terminate_backend(pid) from unnest($1::int[]) pid', [leading]);
  await delay(stoppedMs);
  await caughtUp(product.databaseUrl);
  const tookOver = (await leaders(product.databaseUrl)).filter((pid) => !leading.includes(pid)).length;
  leader.signal('SIGCONT');
  load.urls = [leader.url, other.url];
  await delay(1_000);
  await caughtUp(product.databaseUrl);
  const { findings } = await inspect(product.databaseUrl, ledger);
  load.urls = [leader.url];
  other.signal('SIGTERM');
  await other.ended();
  return tookOver > 0 ? findings : [...findings, { check: 'another process takes the lead', detail: 'nobody took it' }];
}

/** Backends that hold the lock of a projection. */
async function leaders(databaseUrl: string): Promise<number[]> {
  const rows = await asked<{ pid: number }>(
    databaseUrl,
    `select distinct l.pid from pg_locks l join projection_builds b on b.role = 'live'
     where l.locktype = 'advisory' and l.granted and l.objid::bigint = (hashtext('frankly/project/' || b.projection)::bigint & 4294967295)`,
  );
  return rows.map(({ pid }) => pid);
}
