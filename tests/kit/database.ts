import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { copyTemplate, databaseUrl, migratedTemplate, onServer } from './template.ts';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

let template: Promise<string> | undefined;

/** A fresh, migrated database of this test's own. */
export async function testDatabase(): Promise<TestDatabase> {
  const server = inject('databaseServer');
  template ??= migratedTemplate(server, inject('testRun'));
  const name = `frankly_test_${randomBytes(6).toString('hex')}`;
  await copyTemplate(server, await template, name);
  return {
    url: databaseUrl(server, name),
    drop: () => onServer(server, (admin) => admin.query(`drop database ${name} with (force)`)),
  };
}
