import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createLog } from '@frankly/infra/logging/log';
import { hasVerifiedDomain } from '@frankly/projections/security/company-domains';
import { handle } from '@frankly/services/handle';
import { companyIdOf } from '@frankly/services/identity/register-company';
import { openPlatform } from '@frankly/services/open-platform';
import { companySecurity } from '@frankly/services/security/company-security';
import { readSettings } from '@frankly/services/settings';
import { expect, test } from 'vitest';
import { testDatabase } from '../kit/database.ts';

test('an operator takes a domain as proven, once it was added', async () => {
  const database = await testDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'frankly-domain-'));
  const env = { ...process.env, DATABASE_URL: database.url, FRANKLY_DATA: folder, NODE_ENV: 'test' };
  const run = (...words: string[]) =>
    new Promise<{ code: number | null; out: string; err: string }>((done) => {
      const child = spawn(process.execPath, [resolve('services/cli/frankly.js'), ...words], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const said = { out: '', err: '' };
      child.stdout.on('data', (part: Buffer) => (said.out += part));
      child.stderr.on('data', (part: Buffer) => (said.err += part));
      child.on('close', (code) => done({ code, ...said }));
    });
  await run('company', 'create', '--slug', 'acme', '--name', 'Acme', '--time-zone', 'Europe/Amsterdam');
  const verify = () => run('domain', 'verify', 'Acme.example', '--company', 'acme');
  const tooEarly = await verify();
  expect([tooEarly.code, tooEarly.err]).toEqual([1, expect.stringContaining('This domain is not on the list.')]);

  const platform = await openPlatform({
    databaseUrl: database.url,
    secrets: readSettings(env).secrets,
    log: createLog({ level: 'fatal' }),
  });
  try {
    const companyId = companyIdOf(platform, 'acme');
    const add = { type: 'AddDomain', companyId, domain: 'acme.example', token: 't' } as const;
    await handle(platform, companySecurity, add, { companyId, actor: 'system' });
    expect(await verify()).toEqual({ code: 0, out: 'Acme.example is proven to be of acme.\n', err: '' });
    expect((await verify()).out).toBe('Acme.example is proven to be of acme since before.\n');
    await platform.engine.catchUp();
    expect(await hasVerifiedDomain(platform.read, companyId, 'ann@ACME.example')).toBe(true);
    expect(await hasVerifiedDomain(platform.read, companyId, 'ann@sub.acme.example')).toBe(false);
  } finally {
    await platform.close();
    await database.drop();
    await rm(folder, { recursive: true });
  }
});
