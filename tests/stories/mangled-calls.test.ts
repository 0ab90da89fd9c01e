import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mangled } from '../kit/mangled.ts';
import { type TestApp, type TestCompany, testApp } from '../kit/test-app.ts';

let t: TestApp;
let acme: TestCompany;
beforeAll(async () => {
  t = await testApp();
  acme = await t.company();
  await t.app.inject({ method: 'POST', url: '/api/v1/responses', headers: acme.bearer, payload: answer });
});
afterAll(() => t.close());

const answer = {
  id: 'known',
  questionType: 'nps',
  score: 9,
  scale: 10,
  comment: 'Fine',
  answeredAt: '2026-11-20T09:30:00Z',
  channel: 'email',
  contact: { id: 'c1', email: 'a@b.example', mobile: '+31612345678', name: 'Ann', segment: 'gold' },
  servedBy: 'Bo',
  attributes: { region_c: 'North', floor_c: 2 },
};
const query = {
  measure: 'summary',
  questionType: 'nps',
  time: { unit: 'day', value: 30 },
  rules: [{ column: 'region_c', operator: 'in', value: ['North'] }],
  groupBy: 'staff',
  row: 'staff',
  column: 'channel',
  period: 'week',
  search: 'fine',
  page: 'x',
  pageSize: 20,
  digits: 1,
};
const valid: readonly (readonly [url: string, body: unknown])[] = [
  ['/api/v1/responses', answer],
  ['/api/v1/responses/batch', [answer, { ...answer, id: 'other' }]],
  ['/api/v1/responses/known/correct', { score: 8, comment: 'Better', reason: 'misheard' }],
  ['/api/v1/responses/known/void', { reason: 'test' }],
  ...['summary', 'trend', 'leaderboard', 'crosstab', 'responses'].map(
    (measure) => ['/api/v1/query', { ...query, measure }] as const,
  ),
  ['/ajax/login', { email: 'jane@acme.example', password: 'wrong', redirect: '/' }],
];

test('500 mangled bodies are each answered within two seconds, and never as a fault of ours', async () => {
  const statuses = new Map<number, number>();
  const call = fc.constantFrom(...valid).chain(([url, body]) => mangled(body).map((payload) => ({ url, payload })));
  const look = async ({ url, payload }: { url: string; payload: unknown }) => {
    const started = performance.now();
    const headers = { ...(url.startsWith('/ajax') ? {} : acme.bearer), 'content-type': 'application/json' };
    const reply = await t.app.inject({ method: 'POST', url, headers, payload: JSON.stringify(payload) ?? 'undefined' });
    expect(`${reply.statusCode} ${reply.body}`).toMatch(/^[234]/);
    expect(performance.now() - started).toBeLessThan(2_000);
    if (reply.statusCode >= 400) expect(reply.json()).toMatchObject({ error: expect.any(String) });
    statuses.set(reply.statusCode, (statuses.get(reply.statusCode) ?? 0) + 1);
  };
  await fc.assert(fc.asyncProperty(call, look), { numRuns: 500, seed: 20_261_120 });
  // Both sides of the line were tried.
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 201, 422]));
  expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(500);
}, 60_000);

test('what got in is read back by every read model', async () => {
  await t.projected();
  const { rows } = await t.platform.pool.query('select projection, reason from projection_parked');
  expect(rows).toEqual([]);
});

test.each([
  '/filter/options?questionType=mood',
  '/filter/options/%00',
  '/filter/options/staff?search=%00&page=1',
  '/filter/options/staff?page=99999999999999999999',
  '/filter/options/staff?page=-1',
  '/filter/options/staff?search=%F0%28',
  '/api/v1/responses/%F0%28/history',
  '/api/v1/responses/a%2Fb/history',
  '/login?redirect=a&redirect=b',
  '/%ff',
])('%s is no fault of ours either', async (url) => {
  const reply = await t.app.inject({ method: 'GET', url, headers: acme.bearer });
  expect(`${reply.statusCode} ${reply.body}`).toMatch(/^([234]|503 .*not built yet)/);
});
