import { type Position, START } from '@frankly/contracts/position';
import type { EventStore, StoredEvent } from '@frankly/infra/event-store/port';
import { isConnectionLoss } from '@frankly/infra/postgres/connection-loss';
import type pg from 'pg';
import type { Logger } from 'pino';
import { type Build, ensureLive, readBuild, tablesOf } from './builds.ts';
import { companiesOf, foldPage, isPoison, pageFor, StaleProjector } from './fold.ts';
import { Parking } from './parking.ts';
import type { Advance } from './progress.ts';
import type { Projection, Run } from './projection.ts';

const pageSize = 5_000;
/** A checkpoint that moved over events of no concern is written this long after. */
const idleCheckpointMs = 250;
/** Should a notification ever be lost, the log is looked at anyway after this long. */
const lostNoticeMs = 2_000;
const retryPauseMs = 250;

export interface ProjectorDeps {
  pool: pg.Pool;
  store: EventStore;
  log: Logger;
  onAdvanced(advance: Advance): void;
}

/**
 * Keeps one projection's live tables up to the log. Among all processes one projector leads, by a lock that its connection
 * holds; should two ever write, the checkpoint's compare-and-set lets one of them through.
 */
export class Projector {
  readonly projection: Projection;
  readonly #deps: ProjectorDeps;
  readonly #parking: Parking;
  #db: pg.PoolClient | null = null;
  #build: Build | null = null;
  #run: Run | null = null;
  /** How far the log was looked at; ahead of the checkpoint when what came since is of no concern. */
  #seen: Position = START;
  #checkpointedAt = 0;
  #known: Position = START;
  #wake: (() => void) | null = null;
  #looping: Promise<void> | null = null;
  #stopped = false;
  readonly #onConnectionError = () => this.#release(true);

  constructor(projection: Projection, deps: ProjectorDeps) {
    this.projection = projection;
    this.#deps = deps;
    this.#parking = new Parking(projection.name);
  }

  get position(): Position {
    return this.#seen;
  }

  get parked(): number {
    return this.#parking.count;
  }

  get leads(): boolean {
    return this.#db !== null;
  }

  start(): void {
    this.#looping ??= this.#loop();
  }

  /** There is an event at this position. */
  notice(position: Position): void {
    if (position > this.#known) this.#known = position;
    this.#wake?.();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake?.();
    await this.#looping;
    await this.#checkpointIdle().catch(() => undefined);
    this.#release();
  }

  /** Folds all there is now, unless it is being folded already, here or elsewhere. True when this call did it. */
  async catchUp(): Promise<boolean> {
    const head = await this.#deps.store.head();
    if (this.#looping) {
      // The loop does it: two folds at a time would share one connection and move each other's checkpoint.
      this.notice(head);
      return false;
    }
    if (!(await this.#lead())) return false;
    while (this.#seen < head) await this.#foldNext(head);
    await this.#checkpointIdle();
    return true;
  }

  async #loop(): Promise<void> {
    while (!this.#stopped) {
      try {
        if (!(await this.#lead())) {
          await this.#pause(retryPauseMs);
          continue;
        }
        if (this.#known <= this.#seen && !(await this.#woken())) {
          await this.#checkpointIdle();
          this.#known = await this.#deps.store.head();
        }
        if (this.#stopped) break;
        if (this.#known > this.#seen) await this.#foldNext(this.#known);
      } catch (error) {
        if (this.#stopped) break;
        if (!(error instanceof StaleProjector)) {
          this.#deps.log[isConnectionLoss(error) ? 'warn' : 'error'](
            { err: error, projection: this.projection.name },
            'projector starts over',
          );
          await this.#pause(retryPauseMs);
        }
        this.#release(!(error instanceof StaleProjector));
      }
    }
  }

  async #foldNext(head: Position): Promise<void> {
    const { store, onAdvanced } = this.#deps;
    const { name } = this.projection;
    const page = await pageFor(this.projection, store, { after: this.#seen, upTo: head, limit: pageSize });
    if (page.events.length > 0) await this.#fold(page.events, page.through);
    this.#seen = page.through;
    // A log that is never quiet gives no other time for it.
    if (performance.now() - this.#checkpointedAt > idleCheckpointMs) await this.#checkpointIdle();
    onAdvanced({ projection: name, position: page.through, companies: companiesOf(page.events) });
  }

  async #fold(events: readonly StoredEvent[], through: Position): Promise<void> {
    const parked = events.filter((event) => this.#parking.holds(event));
    const open = parked.length > 0 ? events.filter((event) => !this.#parking.holds(event)) : events;
    if (parked.length > 0) await this.#parking.park(this.#db!, parked, 'follows an event that could not be folded');
    try {
      this.#build = await foldPage(this.#db!, this.#target(), open, through);
    } catch (error) {
      // Whatever the run remembers may have been rolled back.
      this.#run = null;
      if (!isPoison(error) || open.length === 0) throw error;
      await this.#foldAround(open, through, error as Error);
    }
  }

  /** Halves the page until the event that cannot be folded stands alone; its stream is parked, the others go on. */
  async #foldAround(events: readonly StoredEvent[], through: Position, error: Error): Promise<void> {
    if (events.length === 1) {
      const event = events[0]!;
      await this.#parking.park(this.#db!, [event], error.message);
      this.#deps.log.error(
        { projection: this.projection.name, stream: event.stream, position: event.position, err: error },
        'stream parked',
      );
      this.#build = await foldPage(this.#db!, this.#target(), [], through);
      return;
    }
    const half = events.length >> 1;
    await this.#fold(events.slice(0, half), events[half - 1]!.position);
    await this.#fold(events.slice(half), through);
  }

  #target(): Parameters<typeof foldPage>[1] {
    this.#run ??= this.projection.begin(tablesOf(this.projection, this.#build!.version));
    return { projection: this.projection.name, role: 'live', build: this.#build!, run: this.#run };
  }

  /** True while this process leads; takes the lead when it is free and the live tables are of this version. */
  async #lead(): Promise<boolean> {
    if (this.#db) return true;
    const { pool } = this.#deps;
    const { name, version } = this.projection;
    const live = await ensureLive(pool, this.projection);
    // Tables of another version belong to the process of that version, or to the rebuild that is replacing them.
    if (live.version !== version) return false;
    const db = await pool.connect();
    const { rows } = await db.query<{ free: boolean }>('select pg_try_advisory_lock(hashtext($1)) as free', [
      `frankly/project/${name}`,
    ]);
    const build = rows[0]!.free ? await readBuild(db, name, 'live') : null;
    if (!build) {
      db.release();
      return false;
    }
    await this.#parking.load(pool);
    db.on('error', this.#onConnectionError);
    this.#db = db;
    this.#build = build;
    this.#run = null;
    this.#seen = build.position;
    return true;
  }

  /** Gives up the lead. `broken` also closes the connection, which frees the lock whatever state it is in. */
  #release(broken = true): void {
    const db = this.#db;
    this.#db = null;
    this.#run = null;
    this.#build = null;
    if (!db) return;
    db.off('error', this.#onConnectionError);
    // Until the pool listens itself: an error without a listener would end the process.
    db.once('error', () => undefined);
    if (broken) db.release(true);
    else {
      db.query('select pg_advisory_unlock_all()').then(
        () => db.release(),
        () => db.release(true),
      );
    }
  }

  async #checkpointIdle(): Promise<void> {
    this.#checkpointedAt = performance.now();
    if (this.#db && this.#build && this.#seen > this.#build.position) {
      this.#build = await foldPage(this.#db, this.#target(), [], this.#seen);
    }
  }

  /** Waits for a notice; false after a while without one, which is the time for what can wait. */
  async #woken(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const woken = await new Promise<boolean>((resolve) => {
      this.#wake = () => resolve(true);
      timer = setTimeout(() => resolve(false), this.#seen > this.#build!.position ? idleCheckpointMs : lostNoticeMs);
    });
    clearTimeout(timer);
    this.#wake = null;
    return woken;
  }

  async #pause(ms: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, ms));
  }
}
