import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { type Cluster, clusterPath, openCluster, pathFor, runIn } from './cluster.ts';
import { connectionUrl, isLastUser, isRunning, type Postmaster, readPostmaster, removeStale, takeLease } from './postmaster.ts';

export interface Embedded {
  url: string;
  /** The server was running already: another process started it, or one that was killed left it. */
  adopted: boolean;
  /** Gives the server up; the last process that uses it stops it. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Made when missing. Holds the data, the password, the port and the server's log. */
  dataDir: string;
  /** PostgreSQL settings on top of ours. */
  settings?: Readonly<Record<string, string>>;
  log?: { info(message: string): void; warn(message: string): void };
}

const database = 'frankly';
const firstPort = 15_432;
const lastPort = 32_767; // above it ports are lent to outgoing connections

/** For a machine of two cores that may not lose an answer. */
const ourSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '256MB',
  work_mem: '32MB',
  max_wal_size: '2GB',
  wal_compression: 'pglz', // this build has no lz4
  random_page_cost: '1.1',
  jit: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
  log_error_verbosity: 'terse', // the long form prints rows, and rows hold personal data
  log_min_error_statement: 'panic',
  log_timezone: 'UTC',
  timezone: 'UTC',
};

/** Starts the PostgreSQL of this data folder, or joins it when it runs. @throws when it does not start, with the server's own words. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const cluster = await openCluster(path.resolve(options.dataDir));
  const first = await join(cluster, options);
  const { port } = first.postmaster;
  await createDatabase(first.lease);

  let current = first;
  let stopping = false;
  const keep = (joined: Joined): void => {
    current = joined;
    joined.lease.once('end', () => {
      if (stopping) return;
      options.log?.warn('PostgreSQL went away: starting it again');
      join(cluster, options, port).then(keep, (error: Error) => options.log?.warn(error.message));
    });
  };
  keep(first);

  return {
    url: connectionUrl(cluster, port, database),
    adopted: first.adopted,
    async stop() {
      stopping = true;
      const { lease, postmaster } = current;
      const last = await isLastUser(lease).catch(() => false);
      if (last) await shutDown(cluster, postmaster);
      await lease.end().catch(() => undefined);
    },
  };
}

interface Joined {
  postmaster: Postmaster;
  lease: pg.Client;
  adopted: boolean;
}

const patience = 180_000; // recovery reads up to `max_wal_size` of log

/** One loop for every case: nothing runs, one of ours runs, it is starting or stopping, another process starts it meanwhile. */
async function join(cluster: Cluster, options: EmbeddedOptions, fixedPort?: number): Promise<Joined> {
  let port = fixedPort ?? rememberedPort(cluster);
  let launched: Launched | undefined;
  for (const deadline = Date.now() + patience; Date.now() < deadline; await delay(20)) {
    const postmaster = readPostmaster(cluster);
    const running = postmaster !== undefined && isRunning(postmaster);
    if (running) {
      const lease = await takeLease(cluster, postmaster);
      if (lease) {
        rememberPort(cluster, postmaster.port);
        return { postmaster, lease, adopted: postmaster.pid !== launched?.server.pid };
      }
    }
    const failure = launched?.failure();
    if (failure !== undefined) {
      if (portTaken.test(failure) && fixedPort === undefined && port < lastPort) port += 1;
      else if (!passing.test(failure) && !portTaken.test(failure)) throw new Error(`PostgreSQL did not start:\n${failure}`);
      launched = undefined;
    }
    if (!launched && !running) {
      if (postmaster) removeStale(cluster, postmaster);
      launched = launch(cluster, port, options.settings);
    }
  }
  throw new Error(`PostgreSQL did not answer; its log is ${logFile(cluster)}`);
}

const portTaken = /could not (bind|create any TCP\/IP sockets)/;
/** Another process was first, or the memory of a killed server is not free yet. */
const passing = /lock file "[^"]*" already exists|pre-existing shared memory block/;

interface Launched {
  server: ChildProcess;
  /** What the server said, once it has ended. */
  failure(): string | undefined;
}

function launch(cluster: Cluster, port: number, settings: EmbeddedOptions['settings']): Launched {
  const log = logFile(cluster);
  const output = fs.openSync(log, isLarge(log) ? 'w' : 'a', 0o600);
  const saidBefore = fs.fstatSync(output).size;
  const folder = clusterPath(cluster);
  const flags = Object.entries({ ...ourSettings, port, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // In a process group of its own: Ctrl+C reaches us, and we stop it after the last query.
  const server = spawn(path.join(cluster.binaries, 'bin', 'postgres'), ['-D', pathFor(cluster, folder), ...flags], {
    ...runIn(cluster, folder),
    detached: true,
    stdio: ['ignore', output, output],
  });
  server.unref();
  fs.closeSync(output);

  let unable: string | undefined;
  server.once('error', (error) => {
    unable = error.message;
  });
  return {
    server,
    failure() {
      const ended = server.exitCode !== null || server.signalCode !== null;
      return unable ?? (ended ? fs.readFileSync(log).subarray(saidBefore).toString('utf8').trim() : undefined);
    },
  };
}

const logFile = (cluster: Cluster): string => path.join(cluster.dataDir, 'server.log');
const isLarge = (file: string): boolean => fs.existsSync(file) && fs.statSync(file).size > 1_000_000;

const portFile = (cluster: Cluster): string => path.join(cluster.dataDir, 'port');
const rememberedPort = (cluster: Cluster): number =>
  fs.existsSync(portFile(cluster)) ? Number(fs.readFileSync(portFile(cluster), 'utf8')) || firstPort : firstPort;

function rememberPort(cluster: Cluster, port: number): void {
  if (rememberedPort(cluster) !== port || !fs.existsSync(portFile(cluster))) fs.writeFileSync(portFile(cluster), `${port}\n`);
}

async function createDatabase(lease: pg.Client): Promise<void> {
  const { rowCount } = await lease.query('select from pg_database where datname = $1', [database]);
  if (rowCount) return;
  await lease.query(`create database ${database}`).catch((error: Error & { code?: string }) => {
    if (error.code !== '42P04' && error.code !== '23505') throw error; // another process made it meanwhile
  });
}

async function shutDown(cluster: Cluster, { pid, identity }: Postmaster): Promise<void> {
  process.kill(pid, 'SIGINT'); // fast: no new sessions, open transactions roll back, a checkpoint is written
  while (readPostmaster(cluster)?.identity === identity) await delay(10);
}
