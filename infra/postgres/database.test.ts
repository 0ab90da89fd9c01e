import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { testDatabase } from '../../tests/kit/database.ts';
import { openDatabase } from './database.ts';
import { openPool } from './pool.ts';

const quiet = { info: () => undefined, warn: () => undefined };

async function migrationsIn(url: string): Promise<number> {
  const pool = openPool(url);
  try {
    const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from pgmigrations');
    return rows[0]?.count ?? 0;
  } finally {
    await pool.end();
  }
}

test('without DATABASE_URL the embedded server holds the migrated data, in the folder that FRANKLY_DATA names', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'frankly-database-'));
  try {
    const database = await openDatabase({ FRANKLY_DATA: folder }, quiet);
    try {
      expect(await migrationsIn(database.url)).toBeGreaterThan(0);
      expect(fs.existsSync(path.join(folder, 'postgres', 'cluster', 'PG_VERSION'))).toBe(true);
    } finally {
      await database.stop();
    }
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

test('DATABASE_URL is used as it is, and stays up when we stop', async () => {
  const own = await testDatabase();
  const database = await openDatabase({ DATABASE_URL: own.url, FRANKLY_DATA: '/nowhere' }, quiet);
  expect(database.url).toBe(own.url);
  await database.stop();
  expect(await migrationsIn(own.url)).toBeGreaterThan(0);
  await own.drop();
});

test('a DATABASE_URL that leads nowhere is named in one line', async () => {
  const opening = openDatabase({ DATABASE_URL: 'postgres://somebody@127.0.0.1:1/frankly' }, quiet);
  await expect(opening).rejects.toThrow(/^DATABASE_URL cannot be used: .*ECONNREFUSED.*$/);
});
