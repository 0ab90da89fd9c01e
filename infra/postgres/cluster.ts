import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Account, databaseAccount } from './account.ts';
import { findBinaries, othersCanReach } from './binaries.ts';

/** The folder of one embedded server: `cluster/`, which PostgreSQL owns, and beside it `password`, `port` and `server.log`. */
export interface Cluster {
  dataDir: string;
  account: Account | undefined;
  binaries: string;
  password: string;
}

export const clusterPath = (cluster: Pick<Cluster, 'dataDir'>): string => path.join(cluster.dataDir, 'cluster');

/** Makes the folder on the first start. Two processes may do so at once: the one that finishes first wins. */
export async function openCluster(dataDir: string): Promise<Cluster> {
  const account = databaseAccount(dataDir);
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (account) fs.chownSync(dataDir, account.uid, account.gid);
  refuseSomebodyElses(dataDir);

  const cluster = { dataDir, account, binaries: findBinaries(account), password: obtainPassword(dataDir, account) };
  if (!fs.existsSync(clusterPath(cluster))) await initialise(cluster);
  return cluster;
}

function refuseSomebodyElses(dataDir: string): void {
  const uid = process.getuid?.();
  const owner = fs.statSync(dataDir).uid;
  if (uid === undefined || uid === 0 || owner === uid) return;
  throw new Error(`${dataDir} belongs to user ${owner}: start as that user or as root, or set FRANKLY_DATA to another folder.`);
}

function obtainPassword(dataDir: string, account: Account | undefined): string {
  const file = path.join(dataDir, 'password');
  if (!fs.existsSync(file)) {
    const draft = `${file}-${process.pid}`;
    fs.writeFileSync(draft, randomBytes(24).toString('base64url'), { mode: 0o600 });
    if (account) fs.chownSync(draft, account.uid, account.gid);
    try {
      fs.linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      fs.rmSync(draft);
    }
  }
  return fs.readFileSync(file, 'utf8');
}

async function initialise(cluster: Cluster): Promise<void> {
  const draft = fs.mkdtempSync(`${clusterPath(cluster)}-`);
  if (cluster.account) fs.chownSync(draft, cluster.account.uid, cluster.account.gid);
  const options =
    '--username=frankly --auth=scram-sha-256 --pwfile=../password --no-instructions ' +
    '--encoding=UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8';
  try {
    await promisify(execFile)(
      path.join(cluster.binaries, 'bin', 'initdb'),
      ['-D', pathFor(cluster, draft), ...options.split(' ')],
      runIn(cluster, draft),
    );
    fs.renameSync(draft, clusterPath(cluster)); // whole or not at all, and never over the one that another process made
  } catch (error) {
    if (fs.existsSync(clusterPath(cluster))) return;
    throw new Error(`The database could not be created in ${cluster.dataDir}: ${(error as Error).message}`, { cause: error });
  } finally {
    fs.rmSync(draft, { recursive: true, force: true });
  }
}

/** How to run one of the binaries: as the account, inside the folder, in English. */
export const runIn = (cluster: Cluster, folder: string) => ({
  cwd: folder,
  env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
  ...cluster.account,
});

/**
 * The working folder as the account can name it. In a checkout that only root may enter (0700) its absolute path is out of
 * reach, while Linux lets a process reach its own working folder.
 */
export function pathFor(cluster: Cluster, folder: string): string {
  const outOfReach = cluster.account && !othersCanReach(cluster.dataDir);
  if (!outOfReach) return folder;
  if (process.platform === 'linux') return '/proc/self/cwd';
  throw new Error(`${folder} is in a folder that only root may enter: set FRANKLY_DATA to a folder outside it.`);
}
