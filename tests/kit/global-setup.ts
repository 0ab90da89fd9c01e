import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startEmbedded } from '@frankly/infra/postgres/embedded';
import { dropTemplate } from './template.ts';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server on which each test makes databases of its own. */
    databaseServer: string;
    /** Tells this run's template from that of an earlier run on the same server. */
    testRun: string;
  }
}

/** One server for all test files of a run. What it holds may be lost, so it does not wait for the disk. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const testRun = randomBytes(4).toString('hex');
  provide('testRun', testRun);
  const own = process.env.TEST_DATABASE_URL;
  if (own) {
    provide('databaseServer', own);
    return () => dropTemplate(own, testRun);
  }
  const folder = fastestFolder();
  await removeAbandoned(folder);
  const dataDir = fs.mkdtempSync(path.join(folder, `frankly-tests-${process.pid}-`));
  const server = await startEmbedded({
    dataDir,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200', max_wal_size: '256MB' },
  });
  provide('databaseServer', server.url);
  return async () => {
    await server.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  };
}

/** In memory where there is plenty of it: a database is made in 12 ms there, and in 300 ms on a disk. */
function fastestFolder(): string {
  const memory = '/dev/shm';
  if (!fs.existsSync(memory)) return os.tmpdir();
  const { bavail, bsize } = fs.statfsSync(memory);
  return bavail * bsize > 2 ** 31 ? memory : os.tmpdir();
}

/** A run that was killed leaves its server: the next run stops it. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of fs.readdirSync(folder)) {
    const run = /^frankly-tests-(\d+)-/.exec(name)?.[1];
    if (run === undefined || isAlive(Number(run))) continue;
    const dataDir = path.join(folder, name);
    const server = await startEmbedded({ dataDir });
    await server.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
