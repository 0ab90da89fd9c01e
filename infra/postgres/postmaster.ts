import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { type Cluster, clusterPath } from './cluster.ts';

/** The running server, or the one that died without removing its `postmaster.pid`. */
export interface Postmaster {
  pid: number;
  port: number;
  /** Process, folder and start time: no two servers share these lines. */
  identity: string;
}

const pidFile = (cluster: Cluster): string => path.join(clusterPath(cluster), 'postmaster.pid');
const identityOf = (text: string): string => text.split('\n', 3).join('\n');

export function readPostmaster(cluster: Cluster): Postmaster | undefined {
  try {
    const text = fs.readFileSync(pidFile(cluster), 'utf8');
    const [pid, , , port] = text.split('\n');
    return { pid: Number(pid), port: Number(port), identity: identityOf(text) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** After a restart of the machine the process number may be somebody else's; PostgreSQL would refuse to start then. */
export function removeStale(cluster: Cluster, postmaster: Postmaster): void {
  if (readPostmaster(cluster)?.identity === postmaster.identity) fs.rmSync(pidFile(cluster), { force: true });
}

export function isRunning({ pid }: Postmaster): boolean {
  try {
    if (process.platform === 'linux') return /^\d+ \(postgres\) [^Z]/.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
    return /postgres/.test(execFileSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' }));
  } catch {
    return false;
  }
}

export const connectionUrl = (cluster: Cluster, port: number, database: string): string =>
  `postgres://frankly:${cluster.password}@127.0.0.1:${port}/${database}`;

/** Any number; it stands for "this server is in use". */
const inUse = 7_211_965;

/**
 * A session that keeps the server from being stopped by another process of ours. Undefined while the server is starting or
 * stopping, and when the server at that port is not the one of this cluster.
 */
export async function takeLease(cluster: Cluster, postmaster: Postmaster): Promise<pg.Client | undefined> {
  const lease = new pg.Client({
    connectionString: connectionUrl(cluster, postmaster.port, 'postgres'),
    application_name: 'frankly lease',
    keepAlive: true,
    connectionTimeoutMillis: 3000, // whoever else listens at that port may never answer
  });
  lease.on('error', () => undefined); // its end is told by `end`
  try {
    await lease.connect();
    const { rows } = await lease.query<{ pid: string; taken: boolean }>(
      `select pg_read_file('postmaster.pid') as pid, pg_try_advisory_lock_shared(${inUse}) as taken`,
    );
    if (rows[0]?.taken && identityOf(rows[0].pid) === postmaster.identity) return lease;
  } catch {
    // not ready: the caller asks again
  }
  await lease.end().catch(() => undefined);
  return undefined;
}

/** Trades the lease for the right to stop the server. False when somebody else still uses it. */
export async function isLastUser(lease: pg.Client): Promise<boolean> {
  await lease.query(`select pg_advisory_unlock_shared(${inUse})`);
  const { rows } = await lease.query<{ ours: boolean }>(`select pg_try_advisory_lock(${inUse}) as ours`);
  return rows[0]?.ours === true && (await othersLeave(lease));
}

/** A closed connection takes PostgreSQL a moment to notice. */
async function othersLeave(lease: pg.Client): Promise<boolean> {
  const patience = Date.now() + 2_000;
  do {
    const { rowCount } = await lease.query(
      `select from pg_stat_activity, pg_sleep(0.01) where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    if (rowCount === 0) return true;
  } while (Date.now() < patience);
  return false;
}
