import { EventEmitter } from 'node:events';
import { randomUUID } from 'node:crypto';
import type { CompanyId } from '@frankly/contracts/identity';
import { type Position, START } from '@frankly/contracts/position';
import type { EventStore } from '@frankly/infra/event-store/port';
import type { ReadDb } from '@frankly/infra/read-db/read-db';
import pg from 'pg';
import type { Logger } from 'pino';
import { dropTables, ensureLive, readBuild, tablesOf } from './builds.ts';
import { parkedStreams } from './parking.ts';
import type { Advance, Progress } from './progress.ts';
import type { Projection } from './projection.ts';
import { Projector } from './projector.ts';
import { isOutdated, rebuild } from './rebuild.ts';

const advancedChannel = 'frankly_projected';
const pollMs = 100;

export interface ProjectionStatus {
  projection: string;
  version: number;
  liveVersion: number;
  position: Position;
  head: Position;
  /** How many positions behind the head. */
  lag: number;
  parked: number;
}

interface EngineDeps {
  pool: pg.Pool;
  store: EventStore;
  log: Logger;
}

/** All read models of this process: who fills them, how far they are, and under which names they are read. */
export class ProjectionEngine implements Progress, ReadDb {
  readonly #projections: readonly Projection[];
  readonly #projectors: readonly Projector[];
  readonly #deps: EngineDeps;
  readonly #advances = new EventEmitter().setMaxListeners(0);
  readonly #owner: ReadonlyMap<string, Projection>;
  readonly #liveVersions = new Map<string, number>();
  readonly #id = randomUUID();
  readonly #pending = new Map<string, Advance>();
  #announcing = false;
  #listener: pg.Client | null = null;
  #stopListening: () => void = () => undefined;
  #rebuilding: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(projections: readonly Projection[], deps: EngineDeps) {
    this.#projections = projections;
    this.#deps = deps;
    this.#projectors = projections.map(
      (projection) => new Projector(projection, { ...deps, onAdvanced: (advance) => this.#advanced(advance) }),
    );
    this.#owner = new Map(projections.flatMap((projection) => projection.tables.map((table) => [table.name, projection])));
  }

  /** Makes missing tables, learns which versions are live, and drops what an older version left. */
  async open(): Promise<void> {
    for (const projection of this.#projections) {
      const { version } = await ensureLive(this.#deps.pool, projection);
      this.#liveVersions.set(projection.name, version);
      for (let older = 1; older < version; older += 1)
        await dropTables(this.#deps.pool, Object.values(tablesOf(projection, older)));
    }
  }

  /** Starts filling, and rebuilding whatever is of another version. */
  start(): void {
    const { store, pool, log } = this.#deps;
    this.#stopListening = store.onAppended((position) => {
      for (const projector of this.#projectors) projector.notice(position);
    });
    for (const projector of this.#projectors) projector.start();
    this.#rebuilding = (async () => {
      for (const projection of this.#projections) {
        if (!(await isOutdated(pool, projection))) continue;
        log.info({ projection: projection.name, version: projection.version }, 'building a new version beside the live one');
        await rebuild(projection, { pool, store });
        this.#liveVersions.set(projection.name, projection.version);
      }
    })().catch((error) => log.error({ err: error }, 'a new version could not be built; the old one stays live'));
  }

  /** Folds all there is, here or, when another process leads, by waiting for it. False when it took too long. */
  async catchUp(timeoutMs = 60_000): Promise<boolean> {
    const head = await this.#deps.store.head();
    const led = await Promise.all(this.#projectors.map((projector) => projector.catchUp()));
    const others = this.#projections.filter((_, index) => !led[index]).map((projection) => projection.name);
    return others.length === 0 || this.waitFor(others, head, timeoutMs);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#stopListening();
    await Promise.all(this.#projectors.map((projector) => projector.stop()));
    await this.#rebuilding;
    await this.#listener?.end().catch(() => undefined);
  }

  async status(): Promise<ProjectionStatus[]> {
    const head = await this.#deps.store.head();
    const parked = await parkedStreams(this.#deps.pool);
    return Promise.all(
      this.#projections.map(async ({ name, version }) => {
        const live = await readBuild(this.#deps.pool, name, 'live');
        const position = live?.position ?? START;
        return {
          projection: name,
          version,
          liveVersion: live?.version ?? version,
          position,
          head,
          lag: Number(BigInt(head) - BigInt(position)),
          parked: parked.filter((one) => one.projection === name).length,
        };
      }),
    );
  }

  // Progress

  async reached(projections: readonly string[]): Promise<Position> {
    const { rows } = await this.#deps.pool.query<{ projection: string; version: number; position: string }>({
      name: 'builds-reached',
      text: `select projection, version, lpad(position::text, ${START.length}, '0') as position from projection_builds
             where role = 'live' and projection = any ($1::text[])`,
      values: [projections],
    });
    for (const { projection, version } of rows) this.#liveVersions.set(projection, version);
    if (rows.length < projections.length) return START;
    return rows.map((row) => row.position as Position).toSorted()[0]!;
  }

  async waitFor(projections: readonly string[], position: Position, timeoutMs: number): Promise<boolean> {
    const missing = new Set(projections.filter((name) => !this.#isThere(name, position)));
    if (missing.size === 0 || (await this.reached(projections)) >= position) return true;
    return new Promise((resolve) => {
      const settle = (there: boolean) => {
        stop();
        clearInterval(poll);
        clearTimeout(timeout);
        resolve(there);
      };
      const stop = this.onAdvanced((advance) => {
        if (advance.position >= position) missing.delete(advance.projection);
        if (missing.size === 0) settle(true);
      });
      // The projector may be in a process whose notification was lost.
      const poll = setInterval(
        () =>
          void this.reached(projections).then(
            (there) => there >= position && settle(true),
            () => undefined,
          ),
        pollMs,
      );
      const timeout = setTimeout(() => settle(false), timeoutMs);
    });
  }

  onAdvanced(listener: (advance: Advance) => void): () => void {
    if (!this.#listener) void this.#listen();
    this.#advances.on('advanced', listener);
    return () => this.#advances.off('advanced', listener);
  }

  // ReadDb

  async query<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const { rows } = await this.#deps.pool.query<Row>(text, values as unknown[]);
    return rows;
  }

  table(name: string): string {
    const owner = this.#owner.get(name);
    if (!owner) throw new Error(`no projection has a table ${name}`);
    return `${name}_${this.#liveVersions.get(owner.name) ?? owner.version}`;
  }

  #isThere(name: string, position: Position): boolean {
    const projector = this.#projectors.find((one) => one.projection.name === name);
    return projector !== undefined && projector.leads && projector.position >= position;
  }

  #advanced(advance: Advance): void {
    this.#advances.emit('advanced', advance);
    const before = this.#pending.get(advance.projection);
    const companies = new Set<CompanyId>([...(before?.companies ?? []), ...advance.companies]);
    this.#pending.set(advance.projection, { ...advance, companies: [...companies] });
    void this.#announce();
  }

  /** Tells other processes, outside the fold's transaction and one notification at a time, so that it holds nobody up. */
  async #announce(): Promise<void> {
    if (this.#announcing) return;
    this.#announcing = true;
    while (this.#pending.size > 0 && !this.#closed) {
      const advances = [...this.#pending.values()].map((advance) => ({ ...advance, companies: advance.companies.slice(0, 20) }));
      this.#pending.clear();
      for (const advance of advances) {
        const payload = JSON.stringify({ from: this.#id, ...advance });
        await this.#deps.pool.query('select pg_notify($1, $2)', [advancedChannel, payload]).catch(() => undefined);
      }
    }
    this.#announcing = false;
  }

  async #listen(): Promise<void> {
    const client = new pg.Client(this.#deps.pool.options);
    this.#listener = client;
    client.on('error', () => {
      if (this.#listener === client) this.#listener = null;
      if (!this.#closed) setTimeout(() => void this.#listen(), 500);
    });
    client.on('notification', ({ payload }) => {
      const { from, ...advance } = JSON.parse(payload ?? '{}') as Advance & { from: string };
      if (from !== this.#id) this.#advances.emit('advanced', advance);
    });
    try {
      await client.connect();
      await client.query(`listen ${advancedChannel}`);
    } catch {
      client.emit('error');
    }
  }
}
