import { setTimeout as delay } from 'node:timers/promises';
import { Logger as WorkerLogger, type LogLevel, type Runner, run, runMigrations, runOnce, type TaskList } from 'graphile-worker';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Vault } from '../keys/vault.ts';
import type { JobHandlers, Jobs } from './port.ts';

/** Tried again after 3 s, 7 s, 20 s and so on, the last time after some two days. */
const attempts = 16;
const concurrency = 3;
/** Jobs are announced; this is for those whose time to be tried again has come. */
const pollMs = 2_000;
const restartMs = 1_000;

/** The queue's own schema, brought up to date. */
export const migrateJobs = (connectionString: string): Promise<void> =>
  runMigrations({ connectionString, logger: new WorkerLogger(() => () => undefined) });

const contextOf = (name: string): string => `job ${name}`;

/** Jobs in PostgreSQL, where a job that was put on the list survives every process. */
export class GraphileJobs implements Jobs {
  readonly #pool: Pool;
  readonly #vault: Vault;
  readonly #log: Logger;

  constructor({ pool, vault, log }: { pool: Pool; vault: Vault; log: Logger }) {
    this.#pool = pool;
    this.#vault = vault;
    this.#log = log;
  }

  async add(name: string, payload: object): Promise<void> {
    const sealed = this.#vault.seal(JSON.stringify(payload), contextOf(name));
    await this.#pool.query('select from graphile_worker.add_job($1, to_json($2::text), max_attempts => $3)', [
      name,
      sealed,
      attempts,
    ]);
  }

  /** Works until the answered function is called, which lets what is under way finish. */
  start(handlers: JobHandlers): () => Promise<void> {
    let runner: Runner | null = null;
    const stopping = new AbortController();
    const supervise = async () => {
      while (!stopping.signal.aborted) {
        try {
          runner = await run(this.#options(handlers));
          if (stopping.signal.aborted) await runner.stop();
          await runner.promise;
        } catch (error) {
          if (!stopping.signal.aborted) this.#log.warn({ err: error }, 'the worker of jobs stopped and is started again');
        }
        await delay(restartMs, null, { signal: stopping.signal }).catch(() => null);
      }
    };
    const ended = supervise();
    return async () => {
      stopping.abort();
      await runner?.stop().catch(() => null);
      await ended;
    };
  }

  /** Does every job that is due, and those that come of them; resolves when there is none left. */
  async runDue(handlers: JobHandlers): Promise<void> {
    await runOnce(this.#options(handlers));
  }

  #options(handlers: JobHandlers) {
    return {
      pgPool: this.#pool,
      taskList: this.#tasks(handlers),
      concurrency,
      pollInterval: pollMs,
      noHandleSignals: true,
      // What came of a job is written in batches, which a worker that stops waits for; single writes it does not.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      logger: new WorkerLogger(() => (level, message) => this.#log[levels[level]](message)),
    };
  }

  #tasks(handlers: JobHandlers): TaskList {
    return Object.fromEntries(
      Object.entries(handlers).map(([name, handler]) => [
        name,
        (sealed: unknown) => handler(JSON.parse(this.#vault.open(String(sealed), contextOf(name)))),
      ]),
    );
  }
}

/** Its lines are about its own workings; a job that failed is an error there, and for us something that is tried again. */
const levels: Record<`${LogLevel}`, 'debug' | 'warn'> = { error: 'warn', warning: 'warn', info: 'debug', debug: 'debug' };
