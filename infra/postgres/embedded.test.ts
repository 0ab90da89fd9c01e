import { type ChildProcess, fork } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEmbedded } from './embedded.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'frankly-embedded-'));
  fs.writeFileSync(path.join(dataDir, 'port'), String(randomInt(20_000, 30_000))); // out of the way of the other suites' servers
});
afterEach(() => fs.rmSync(dataDir, { recursive: true }));

/** Another process that starts the server and keeps it until it is told to stop. */
async function startElsewhere(): Promise<{ child: ChildProcess; adopted: boolean }> {
  const child = fork(new URL('embedded-elsewhere.fixture.ts', import.meta.url).pathname, [dataDir], {
    execArgv: ['--import', 'tsx'],
  });
  const [message] = (await once(child, 'message')) as [{ adopted: boolean }];
  return { child, adopted: message.adopted };
}

async function ask<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

const refusal = (url: string): Promise<unknown> =>
  ask(url, 'select').then(
    () => undefined,
    (error: Error & { code?: string }) => error.code,
  );

test('what was written is there after a stop and a second start, at the same address', async () => {
  const first = await startEmbedded({ dataDir });
  await ask(first.url, 'create table answers as select 9 as score');
  await first.stop();
  expect(await refusal(first.url)).toBe('ECONNREFUSED');

  const second = await startEmbedded({ dataDir });
  try {
    expect(second.url).toBe(first.url);
    expect(second.adopted).toBe(false);
    expect(await ask(second.url, 'select score from answers')).toEqual([{ score: 9 }]);
  } finally {
    await second.stop();
  }
});

test('after a kill of the process that started it the server is adopted, and stopped by who adopted it', async () => {
  const { child } = await startElsewhere();
  child.kill('SIGKILL');
  await once(child, 'exit');

  const server = await startEmbedded({ dataDir });
  expect(server.adopted).toBe(true);
  expect(await ask(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await server.stop();
  expect(await refusal(server.url)).toBe('ECONNREFUSED');
});

test('the server stays for the other process until that one stops too', async () => {
  const server = await startEmbedded({ dataDir });
  const elsewhere = await startElsewhere();
  expect(elsewhere.adopted).toBe(true);

  await server.stop();
  expect(await refusal(server.url)).toBeUndefined();

  elsewhere.child.send('stop');
  await once(elsewhere.child, 'exit');
  expect(await refusal(server.url)).toBe('ECONNREFUSED');
});

test('processes that make the same new folder at once end up on one server', async () => {
  const servers = await Promise.all([startEmbedded({ dataDir }), startEmbedded({ dataDir }), startEmbedded({ dataDir })]);
  expect(new Set(servers.map(({ url }) => url)).size).toBe(1);
  expect(servers.filter(({ adopted }) => !adopted)).toHaveLength(1);
  await Promise.all(servers.map((server) => server.stop()));
  expect(await refusal(servers[0]!.url)).toBe('ECONNREFUSED');
});

test('a server that is killed comes back at the same address with all that was committed', async () => {
  const server = await startEmbedded({ dataDir });
  try {
    await ask(server.url, 'create table answers as select 9 as score');
    process.kill(postmaster(), 'SIGKILL');
    const answers = await untilItAnswers(server.url, 'select score from answers');
    expect(answers).toEqual([{ score: 9 }]);
  } finally {
    await server.stop();
  }
});

test('a process number left by a dead server and now worn by another process is no obstacle', async () => {
  const first = await startEmbedded({ dataDir });
  const pidFile = path.join(dataDir, 'cluster', 'postmaster.pid');
  const left = fs.readFileSync(pidFile, 'utf8');
  await first.stop();
  fs.writeFileSync(pidFile, left.replace(/^\d+/, String(process.pid)));

  const second = await startEmbedded({ dataDir });
  expect(await refusal(second.url)).toBeUndefined();
  await second.stop();
});

test('when the port is taken the next free one is used and remembered', async () => {
  const first = await startEmbedded({ dataDir });
  await first.stop();
  const port = Number(new URL(first.url).port);
  const squatter = net.createServer().listen(port, '127.0.0.1');
  await once(squatter, 'listening');

  const second = await startEmbedded({ dataDir });
  await second.stop();
  squatter.close();
  expect(Number(new URL(second.url).port)).toBeGreaterThan(port);

  const third = await startEmbedded({ dataDir });
  await third.stop();
  expect(third.url).toBe(second.url);
});

test('only the generated password opens it, and only its owner can read that', async () => {
  const server = await startEmbedded({ dataDir });
  const wrong = new URL(server.url);
  wrong.password = 'guess';
  expect(await refusal(wrong.toString())).toBe('28P01');
  expect(fs.statSync(path.join(dataDir, 'password')).mode & 0o777).toBe(0o600);
  await server.stop();
});

test("a start that fails says PostgreSQL's reason", async () => {
  await expect(startEmbedded({ dataDir, settings: { shared_buffers: 'plenty' } })).rejects.toThrow(
    /invalid value.*shared_buffers/,
  );
});

const postmaster = (): number => Number.parseInt(fs.readFileSync(path.join(dataDir, 'cluster', 'postmaster.pid'), 'utf8'), 10);

async function untilItAnswers(url: string, sql: string): Promise<object[]> {
  for (;;) {
    const rows = await ask(url, sql).catch(() => undefined);
    if (rows) return rows;
    await delay(20);
  }
}
