import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import { migrateJobs } from '../jobs/graphile.ts';

const folder = fileURLToPath(new URL('../migrations', import.meta.url));

/** Brings the database up to the newest numbered file of `infra/migrations`. Processes that start at once wait for each other. */
export async function migrate(url: string, log?: { info(message: string): void }, dir = folder): Promise<void> {
  const done = await runner({
    databaseUrl: url,
    dir,
    direction: 'up',
    migrationsTable: 'pgmigrations',
    ignorePattern: '(?!.*\\.sql$).*',
    advisoryLockMode: 'wait',
    log: () => undefined,
  });
  await migrateJobs(url);
  for (const { name } of done) log?.info(`migrated ${name}`);
}
