import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

const patienceMs = 60_000;

/** Asks the database, however long it is away. @throws when it does not come back. */
export async function asked<T extends object>(databaseUrl: string, text: string, values: unknown[] = []): Promise<T[]> {
  for (const deadline = Date.now() + patienceMs; ; await delay(100)) {
    const db = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
    db.on('error', () => undefined);
    try {
      await db.connect();
      return (await db.query<T>(text, values)).rows;
    } catch (error) {
      if (Date.now() > deadline || (error as { code?: string }).code?.startsWith('42')) throw error;
    } finally {
      await db.end().catch(() => undefined);
    }
  }
}

/** Milliseconds until every read model had reached what was the head of the log just now. @throws when they do not. */
export async function caughtUp(databaseUrl: string): Promise<number> {
  const started = performance.now();
  const [head] = await asked<{ head: string }>(databaseUrl, 'select coalesce(max(position), 0) as head from events');
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await delay(30)) {
    const behind = await asked<{ projection: string; position: string }>(
      databaseUrl,
      `select projection, position from projection_builds where role = 'live' and position < $1`,
      [head!.head],
    );
    if (behind.length === 0) return performance.now() - started;
  }
  const left = await asked<{ projection: string; position: string }>(
    databaseUrl,
    `select projection, position from projection_builds where role = 'live' and position < $1`,
    [head!.head],
  );
  throw new Error(`behind ${head!.head} after ${patienceMs} ms: ${JSON.stringify(left)}`);
}
