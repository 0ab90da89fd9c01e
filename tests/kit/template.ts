import { migrate } from '@frankly/infra/postgres/migrations';
import pg from 'pg';

const nameOf = (testRun: string): string => `frankly_template_${testRun}`;

/** The migrated database that tests copy. Made by the first test file that asks, for all of them: a lock lets the others wait. */
export async function migratedTemplate(server: string, testRun: string): Promise<string> {
  const name = nameOf(testRun);
  await onServer(server, async (admin) => {
    await admin.query(`select pg_advisory_lock(hashtext('frankly_template'))`);
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return;
    const draft = `${name}_draft`;
    await admin.query(`drop database if exists ${draft} with (force)`);
    await admin.query(`create database ${draft}`);
    await migrate(databaseUrl(server, draft));
    await admin.query(`alter database ${draft} rename to ${name}`);
  });
  return name;
}

/** Copying files is seven times faster than writing every page to the log, on a server whose data may be lost. */
export async function copyTemplate(server: string, template: string, name: string): Promise<void> {
  await onServer(server, async (admin) => {
    const { rows } = await admin.query<{ version: string }>(`select current_setting('server_version_num') as version`);
    const strategy = Number(rows[0]?.version) >= 150_000 ? 'strategy file_copy' : '';
    await admin.query(`create database ${name} template ${template} ${strategy}`);
  });
}

export const dropTemplate = (server: string, testRun: string): Promise<void> =>
  onServer(server, (admin) => admin.query(`drop database if exists ${nameOf(testRun)} with (force)`));

export async function onServer(server: string, work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client(server);
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

export function databaseUrl(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.toString();
}
