import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { type Position, START } from '@frankly/contracts/position';
import type { EventStore } from '@frankly/infra/event-store/port';
import type { Pool, PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { createTables, dropTables, ensureLive, insertBuild, lockLiveBuild, tablesOf } from './builds.ts';
import { foldPage, pageFor } from './fold.ts';
import type { Projection, Tables } from './projection.ts';

export interface Verdict {
  projection: string;
  version: number;
  position: Position;
  /** SHA-256 of the live rows in key order, and of the rows folded from the log just now. */
  live: string;
  log: string;
  equal: boolean;
}

/** Folds the log from zero into tables of its own and compares their hash with the live ones, at the same position. */
export async function verify(projection: Projection, { pool, store }: { pool: Pool; store: EventStore }): Promise<Verdict> {
  const { name, version } = projection;
  const live = await ensureLive(pool, projection);
  if (live.version !== version)
    throw new Error(`${name}: version ${live.version} is live while version ${version} is being built`);
  const tables = tablesOf(projection, version, '_check');
  const db = await pool.connect();
  try {
    await createTables(db, projection, tables);
    await db.query(`delete from projection_builds where projection = $1`, [checkOf(name)]);
    let build = await insertBuild(db, checkOf(name), 'next', version);
    const run = projection.begin(tables);
    const foldUpTo = async (position: Position) => {
      while (build.position < position) {
        const page = await pageFor(projection, store, { after: build.position, upTo: position });
        build = await foldPage(db, { projection: checkOf(name), role: 'next', build, run }, page.events, page.through);
      }
    };
    await foldUpTo(live.position);
    return await atOnePosition(pool, name, async (position, reader) => {
      await foldUpTo(position);
      const ofLive = await hashOf(reader, projection, tablesOf(projection, version));
      const ofLog = await hashOf(reader, projection, tables);
      return { projection: name, version, position, live: ofLive, log: ofLog, equal: ofLive === ofLog };
    });
  } finally {
    await dropTables(db, Object.values(tables)).catch(() => undefined);
    await db.query(`delete from projection_builds where projection = $1`, [checkOf(name)]).catch(() => undefined);
    db.release();
  }
}

const checkOf = (projection: string): string => `${projection}/check`;

/** Holds the live projector up while `compare` looks. */
async function atOnePosition<T>(
  pool: Pool,
  name: string,
  compare: (position: Position, db: PoolClient) => Promise<T>,
): Promise<T> {
  const db = await pool.connect();
  try {
    await db.query('begin');
    const live = await lockLiveBuild(db, name);
    return await compare(live?.position ?? START, db);
  } finally {
    await db.query('rollback');
    db.release();
  }
}

/** SHA-256 over every table of the projection, rows in key order, as PostgreSQL writes them out. */
export async function hashOf(db: PoolClient, projection: Projection, tables: Tables): Promise<string> {
  const hash = createHash('sha256');
  for (const { name, key } of projection.tables) {
    hash.update(`${name}\n`);
    const rows = db.query(copyTo(`copy (select * from ${tables[name]} order by ${key.join(', ')}) to stdout`));
    await pipeline(rows, async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) hash.update(chunk);
    });
  }
  return hash.digest('hex');
}
