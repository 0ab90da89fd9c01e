import { START } from '@frankly/contracts/position';
import { createLog } from '@frankly/infra/logging/log';
import { demoAnswers } from '@frankly/services/demo/demo-answers';
import { demoAccounts, demoPassword, ensureDemo } from '@frankly/services/demo/demo-company';
import { emailHash } from '@frankly/services/identity/accounts';
import { passwordFits } from '@frankly/services/identity/passwords';
import { registerCompany } from '@frankly/services/identity/register-company';
import { type OpenPlatform, openPlatform } from '@frankly/services/open-platform';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '../kit/database.ts';

const now = new Date('2026-11-20T11:30:00Z');

let database: TestDatabase;
let platform: OpenPlatform;

beforeEach(async () => {
  database = await testDatabase();
  const secrets = { masterKey: Buffer.alloc(32, 7), sessionSecret: 's'.repeat(40) };
  const clock = { now: () => now };
  platform = await openPlatform({ databaseUrl: database.url, secrets, log: createLog({ level: 'fatal' }), clock });
});
afterEach(async () => {
  await platform.close();
  await database.drop();
});

async function countOf(type: string): Promise<number> {
  const { events } = await platform.store.readPage({ after: START, limit: 50_000, types: [type] });
  return events.length;
}

test('the demo is there after one call, in four seconds, and the next call adds nothing', async () => {
  const started = performance.now();
  const { created, companyId } = await ensureDemo(platform, { now });
  expect(performance.now() - started).toBeLessThan(4_000);
  expect(created).toBe(true);
  expect(await countOf('AnswerRecorded')).toBe([...demoAnswers(now)].length);
  expect(await countOf('SurveyPublished')).toBe(4);
  for (const { email } of demoAccounts) {
    const { rows } = await platform.pool.query(
      'select password_hash, company_id from logins join accounts using (email_hash) where email_hash = $1',
      [emailHash(platform, email)],
    );
    expect(rows).toMatchObject([{ company_id: companyId }]);
    expect(await passwordFits(demoPassword, rows[0].password_hash)).toBe(true);
  }

  const head = await platform.store.head();
  expect(await ensureDemo(platform, { now: new Date(now.getTime() + 86_400_000) })).toMatchObject({ created: false });
  expect(await platform.store.head()).toBe(head);
});

test('a demo that was killed half-way is finished at the next start, without doubles', async () => {
  const appendAll = platform.store.appendAll.bind(platform.store);
  const dying = vi.spyOn(platform.store, 'appendAll');
  dying.mockImplementation((appends) => (dying.mock.calls.length > 2 ? Promise.reject(new Error('killed')) : appendAll(appends)));
  await expect(ensureDemo(platform, { now })).rejects.toThrow('killed');
  dying.mockRestore();
  expect(await countOf('AnswerRecorded')).toBeGreaterThan(0);

  await ensureDemo(platform, { now: new Date(now.getTime() + 86_400_000) });
  expect(await countOf('AnswerRecorded')).toBe([...demoAnswers(now)].length);
  expect(await countOf('UserRegistered')).toBe(demoAccounts.length);
});

test('a company of the same name that somebody registered is left alone', async () => {
  await registerCompany(platform, { slug: 'northwind', name: 'A real one', timeZone: 'UTC' }, 'cli:ann');
  expect(await ensureDemo(platform, { now })).toMatchObject({ created: false });
  expect(await countOf('AnswerRecorded')).toBe(0);
});
