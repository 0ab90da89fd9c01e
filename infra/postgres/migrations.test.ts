import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../tests/kit/database.ts';
import { migrate } from './migrations.ts';
import { openPool } from './pool.ts';

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await testDatabase();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'frankly-migrations-'));
});

afterEach(async () => {
  fs.rmSync(folder, { recursive: true });
  await database.drop();
});

async function ask(sql: string): Promise<Record<string, unknown>[]> {
  const pool = openPool(database.url);
  try {
    return (await pool.query(sql)).rows;
  } finally {
    await pool.end();
  }
}

test('a fresh test database holds every migration of the product', async () => {
  const files = fs.readdirSync(new URL('../migrations', import.meta.url)).filter((file) => file.endsWith('.sql'));
  const rows = await ask('select name from pgmigrations order by name');
  expect(rows.map(({ name }) => `${name}.sql`)).toEqual(files.toSorted());
});

test('processes that migrate at once run each file once', async () => {
  const empty = { ...database, url: await emptied(database.url) };
  fs.writeFileSync(path.join(folder, '0001_first.sql'), '-- Up Migration\ncreate table t (n int); insert into t values (1);\n');
  const said: string[] = [];
  const log = { info: (message: string) => void said.push(message) };
  await Promise.all([migrate(empty.url, log, folder), migrate(empty.url, log, folder), migrate(empty.url, log, folder)]);
  expect(said).toEqual(['migrated 0001_first']);
  expect(await ask('select n from t')).toEqual([{ n: 1 }]);
});

test('a folder without files is no error', async () => {
  await expect(migrate(await emptied(database.url), undefined, folder)).resolves.toBeUndefined();
});

/** The history belongs to another folder: forget it. */
async function emptied(url: string): Promise<string> {
  await ask('truncate pgmigrations');
  return url;
}
