import type { CompanyId } from '@frankly/contracts/identity';
import type { Position } from '@frankly/contracts/position';
import type { EventStore, Page, StoredEvent } from '@frankly/infra/event-store/port';
import { isConnectionLoss } from '@frankly/infra/postgres/connection-loss';
import pg, { type PoolClient } from 'pg';
import { type Build, moveBuild, type Role } from './builds.ts';
import type { Projection, Run } from './projection.ts';

const usualPage = 10_000;

/** The next events that a projection folds. */
export const pageFor = (
  { events: types, opens: open = false }: Projection,
  store: EventStore,
  request: { after: Position; upTo?: Position; limit?: number },
): Promise<Page> => store.readPage({ limit: usualPage, ...request, types, open });

/** The checkpoint was moved, or the tables were swapped, by somebody else. Nothing was written. */
export class StaleProjector extends Error {
  override name = 'StaleProjector';
}

/**
 * One transaction: the checkpoint is compared and set first, which locks out every other projector, then the rows are
 * written. Events that the checkpoint has passed are dropped, so a page delivered twice counts once.
 * Not flushed to disk by itself: what a crash takes away, rows and checkpoint together, is folded again from the log.
 */
export async function foldPage(
  db: PoolClient,
  target: { projection: string; role: Role; build: Build; run: Run },
  events: readonly StoredEvent[],
  through: Position,
): Promise<Build> {
  const { projection, role, build, run } = target;
  const fresh = events.filter((event) => event.position > build.position);
  if (through <= build.position) return build;
  await db.query('begin; set local synchronous_commit = off');
  try {
    if (!(await moveBuild(db, projection, role, build, through)))
      throw new StaleProjector(`${projection} was moved by somebody else`);
    if (fresh.length > 0) await run.apply(db, fresh);
    await db.query('commit');
  } catch (error) {
    await db.query('rollback').catch(() => undefined);
    throw error;
  }
  return { ...build, position: through };
}

/**
 * Whether an event is to blame, and not the moment: what the fold itself threw, or values that PostgreSQL cannot take
 * (classes 22 and 23). A full disk, a lost connection or a lock that took too long is tried again instead.
 */
export function isPoison(error: unknown): boolean {
  if (error instanceof StaleProjector || isConnectionLoss(error)) return false;
  return !(error instanceof pg.DatabaseError) || /^2[23]/.test(error.code ?? '');
}

export const companiesOf = (events: readonly StoredEvent[]): CompanyId[] => [...new Set(events.map((event) => event.companyId))];
