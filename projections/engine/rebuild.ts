import { type Position, START } from '@frankly/contracts/position';
import type { EventStore, Page } from '@frankly/infra/event-store/port';
import type { Pool, PoolClient } from 'pg';
import {
  type Build,
  createIndexes,
  createTables,
  dropTables,
  ensureLive,
  insertBuild,
  lockLiveBuild,
  readBuild,
  tablesOf,
} from './builds.ts';
import { foldPage, pageFor } from './fold.ts';
import type { Projection, Run, Tables } from './projection.ts';

const swapAttempts = 20;

export interface RebuildProgress {
  projection: string;
  folded: number;
  /** Events a second, since the start. */
  rate: number;
  position: Position;
  head: Position;
  secondsLeft: number | null;
}

export interface RebuildDeps {
  pool: Pool;
  store: EventStore;
  onProgress?(progress: RebuildProgress): void;
}

export class RebuildRunning extends Error {
  override name = 'RebuildRunning';
}

/**
 * Fills new tables from the log beside the live ones, then swaps them in one transaction. The live ones answer until then.
 * A new version of a projection comes into the world the same way.
 * @throws PoisonEvent at the first event that cannot be folded; the live tables stay as they are.
 */
export async function rebuild(projection: Projection, deps: RebuildDeps): Promise<{ folded: number; seconds: number }> {
  const started = performance.now();
  const live = await ensureLive(deps.pool, projection);
  const suffix = live.version === projection.version ? '_next' : '';
  const tables = tablesOf(projection, projection.version, suffix);
  const db = await deps.pool.connect();
  try {
    await lockRebuild(db, projection.name);
    await db.query(`delete from projection_builds where projection = $1 and role = 'next'`, [projection.name]);
    await createTables(db, projection, tables);
    let build = await insertBuild(db, projection.name, 'next', projection.version);
    const run = projection.begin(tables);
    const filled = await fill(projection, { db, build, run, deps, started });
    build = filled.build;
    await createIndexes(db, projection, tables);
    // Without it, what can be answered from an index alone would still visit every row.
    for (const table of Object.values(tables)) await db.query(`vacuum (analyze) ${table}`);
    const last = await swap(projection, { db, build, tables, store: deps.store });
    return { folded: filled.folded + last, seconds: (performance.now() - started) / 1_000 };
  } catch (error) {
    await db.query('rollback').catch(() => undefined);
    await db
      .query(`delete from projection_builds where projection = $1 and role = 'next'`, [projection.name])
      .catch(() => undefined);
    await dropTables(db, Object.values(tables)).catch(() => undefined);
    throw error;
  } finally {
    await db.query('select pg_advisory_unlock_all()').catch(() => undefined);
    db.release();
  }
}

interface Filling {
  db: PoolClient;
  build: Build;
  run: Run;
  deps: RebuildDeps;
  started: number;
}

/** Folds page after page, reading the next one while this one is written, until the head is near. */
async function fill(
  projection: Projection,
  { db, build, run, deps, started }: Filling,
): Promise<{ build: Build; folded: number }> {
  const { store, onProgress } = deps;
  let folded = 0;
  let current = build;
  let reading: Promise<Page> = pageFor(projection, store, { after: START });
  for (;;) {
    const page = await reading;
    if (page.through === current.position) return { build: current, folded };
    reading = pageFor(projection, store, { after: page.through });
    reading.catch(() => undefined);
    current = await foldPage(db, { projection: projection.name, role: 'next', build: current, run }, page.events, page.through);
    folded += page.events.length;
    if (onProgress) onProgress(progressOf(projection.name, folded, started, current.position, await store.head()));
  }
}

function progressOf(projection: string, folded: number, started: number, position: Position, head: Position): RebuildProgress {
  const seconds = Math.max(0.001, (performance.now() - started) / 1_000);
  const done = Number(position) / Math.max(1, Number(head));
  return {
    projection,
    folded,
    rate: folded / seconds,
    position,
    head,
    secondsLeft: done > 0 ? (seconds / done) * (1 - done) : null,
  };
}

/**
 * Holds the live projector up, folds what it folded meanwhile, and puts the next tables in the place of the live ones: one
 * transaction. A query that keeps the live tables busy for too long makes it begin anew.
 */
async function swap(
  projection: Projection,
  { db, build, tables, store }: { db: PoolClient; build: Build; tables: Tables; store: EventStore },
): Promise<number> {
  const { name, version } = projection;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await db.query(`begin; set local lock_timeout = '2s'`);
      const live = await lockLiveBuild(db, name);
      if (!live) throw new Error(`${name} has no live tables to replace`);
      const run = projection.begin(tables);
      let position = build.position;
      let folded = 0;
      while (position < live.position) {
        const page = await pageFor(projection, store, { after: position, upTo: live.position });
        await run.apply(db, page.events);
        folded += page.events.length;
        position = page.through;
      }
      // Tables of an older version stay for whoever still reads them; the next start drops them.
      if (live.version === version) {
        await dropTables(db, Object.values(tablesOf(projection, version)));
        for (const [table, filled] of Object.entries(tables))
          await db.query(`alter table ${filled} rename to ${table}_${version}`);
      }
      await db.query(`delete from projection_builds where projection = $1`, [name]);
      await insertBuild(db, name, 'live', version, position);
      await db.query('delete from projection_parked where projection = $1', [name]);
      await db.query('commit');
      return folded;
    } catch (error) {
      await db.query('rollback').catch(() => undefined);
      const lockTimeout = (error as { code?: string }).code === '55P03';
      if (!lockTimeout || attempt === swapAttempts) throw error;
    }
  }
}

async function lockRebuild(db: PoolClient, projection: string): Promise<void> {
  const { rows } = await db.query<{ free: boolean }>('select pg_try_advisory_lock(hashtext($1)) as free', [
    `frankly/rebuild/${projection}`,
  ]);
  if (!rows[0]!.free) throw new RebuildRunning(`${projection} is being rebuilt already`);
}

/** Whether the live tables are of another version than the code's: then a rebuild is due. */
export async function isOutdated(pool: Pool, projection: Projection): Promise<boolean> {
  const live = await readBuild(pool, projection.name, 'live');
  return live !== null && live.version !== projection.version;
}
