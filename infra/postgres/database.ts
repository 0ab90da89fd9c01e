import path from 'node:path';
import pg from 'pg';
import { startEmbedded } from './embedded.ts';
import { migrate } from './migrations.ts';

export interface Database {
  url: string;
  /** Call it after every pool on `url` is closed. */
  stop(): Promise<void>;
}

const oldestSupported = 14;

/** `DATABASE_URL`, else the embedded server in `$FRANKLY_DATA/postgres`; migrated either way. */
export async function openDatabase(
  env: { DATABASE_URL?: string; FRANKLY_DATA?: string },
  log: { info(message: string): void; warn(message: string): void },
): Promise<Database> {
  const database = env.DATABASE_URL
    ? await useServer(env.DATABASE_URL)
    : await startEmbedded({ dataDir: path.join(env.FRANKLY_DATA ?? '.data', 'postgres'), log });
  try {
    await migrate(database.url, log);
  } catch (error) {
    await database.stop();
    throw error;
  }
  return database;
}

async function useServer(url: string): Promise<Database> {
  const client = new pg.Client(url);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`);
    const version = rows[0]?.version ?? '0';
    if (Number.parseInt(version, 10) < oldestSupported) {
      throw new Error(`it is PostgreSQL ${version}, and Frankly needs ${oldestSupported} or later.`);
    }
  } catch (error) {
    throw new Error(`DATABASE_URL cannot be used: ${(error as Error).message}`, { cause: error });
  } finally {
    await client.end();
  }
  return { url, stop: async () => undefined };
}
