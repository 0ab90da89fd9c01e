import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { revokeApiKey } from '@frankly/services/identity/api-keys';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calling, type Colleague, colleague, signIn, withLevels } from '../kit/colleagues.ts';
import { type TestApp, type TestCompany, testApp } from '../kit/test-app.ts';

let t: TestApp;
let acme: TestCompany;
let call: ReturnType<typeof calling>;
let ana: Colleague;
let norah: Colleague;
let head: Colleague;
let lost: Colleague;

const answers = [
  { id: 'ana-1', score: 10, servedBy: 'Ana', attributes: { region_c: 'North', store_c: 'Haarlem' }, channel: 'Till' },
  { id: 'ana-2', score: 0, servedBy: 'Ana', attributes: { region_c: 'North', store_c: 'Haarlem' }, comment: 'Ana was cross' },
  { id: 'bo-1', score: 0, servedBy: 'Bo', attributes: { region_c: 'North', store_c: 'Haarlem' }, comment: 'Bo was cross' },
  { id: 'cy-1', score: 10, servedBy: 'Cy', attributes: { region_c: 'North', store_c: 'Alkmaar' } },
  { id: 'di-1', score: 3, servedBy: 'Di', attributes: { region_c: 'South', store_c: 'Breda' }, channel: 'Phone' },
  { id: 'nobodys', score: 4 },
];

beforeAll(async () => {
  t = await testApp();
  acme = await t.company();
  await withLevels(t, acme.companyId);
  call = calling(t);
  for (const answer of answers) await call('POST', '/api/v1/responses', acme.bearer, { questionType: 'nps', ...answer });
  const haarlem = { region_c: 'North', store_c: 'Haarlem' };
  ana = await colleague(t, acme, { name: 'Ana', roleType: 'frontline_staff', team: haarlem, servedBy: 'Ana' });
  norah = await colleague(t, acme, { name: 'Norah', roleType: 'frontline_manager', team: { region_c: 'North' }, servedBy: 'Bo' });
  head = await colleague(t, acme, { name: 'Head', roleType: 'head_office', servedBy: 'Di' });
  lost = await colleague(t, acme, { name: 'Lost', roleType: 'frontline_manager' });
  await t.projected();
});
afterAll(() => t.close());

const ask = async (who: { session: { cookie: string } }, query: object) =>
  call('POST', '/api/v1/query', who.session, { questionType: 'nps', time: { unit: 'month' }, measure: 'summary', ...query });
const idsOf = async (who: Colleague, query: object = {}) =>
  (await ask(who, { measure: 'responses', ...query })).body.data.rows.map(({ id }: { id: string }) => id).toSorted();
const totalOf = async (who: Colleague, query: object = {}) => (await ask(who, query)).body.data.total;
const offered = async (who: Colleague, column: string) =>
  (await call('GET', `/filter/options/${column}`, who.session)).body.values
    .map(({ value }: { value: string }) => value)
    .toSorted();

describe('head office', () => {
  test('sees every answer, and its own when asked', async () => {
    expect(await idsOf(head)).toEqual(answers.map(({ id }) => id).toSorted());
    expect(await idsOf(head, { of: 'own' })).toEqual(['di-1']);
    expect(await offered(head, 'staff')).toEqual(['Ana', 'Bo', 'Cy', 'Di']);
  });
});

describe('a manager', () => {
  test('sees the answers of the team and the teams below, and nothing beside them', async () => {
    expect(await idsOf(norah)).toEqual(['ana-1', 'ana-2', 'bo-1', 'cy-1']);
    expect(await idsOf(norah, { of: 'own' })).toEqual(['bo-1']);
    const board = (await ask(norah, { measure: 'leaderboard', groupBy: 'region_c' })).body.data.rows;
    expect(board.map(({ group }: { group: string }) => group)).toEqual(['North']);
    const rules = [{ column: 'region_c', operator: 'in', value: ['South'] }];
    expect(await totalOf(norah, { rules })).toBe(0);
    expect(await offered(norah, 'staff')).toEqual(['Ana', 'Bo', 'Cy']);
    expect(await offered(norah, 'channel')).toEqual(['Till']);
  });

  test('without a team sees nothing at all', async () => {
    for (const of of [undefined, 'own', 'team']) expect(await totalOf(lost, { of })).toBe(0);
    expect(await offered(lost, 'staff')).toEqual([]);
    expect((await call('GET', '/api/v1/responses/ana-1/history', lost.session)).body.error).toBe('answer_unknown');
  });
});

describe('one of the staff', () => {
  test('sees the answers they served', async () => {
    expect(await idsOf(ana)).toEqual(['ana-1', 'ana-2']);
    expect(await totalOf(ana)).toBe(2);
    expect(await idsOf(ana, { search: 'cross' })).toEqual(['ana-2']);
    expect(await offered(ana, 'staff')).toEqual(['Ana']);
    expect(await offered(ana, 'store_c')).toEqual(['Haarlem']);
  });

  test('sees of the team its totals, and nothing that could be taken apart', async () => {
    expect(await totalOf(ana, { of: 'team' })).toBe(3);
    expect((await ask(ana, { of: 'team', measure: 'stats' })).body.data.comments).toBe(2);
    expect((await ask(ana, { of: 'team', measure: 'trend' })).status).toBe(200);
    for (const more of [
      { measure: 'leaderboard' },
      { measure: 'crosstab', row: 'staff', column: 'channel' },
      { measure: 'responses' },
      { rules: [{ column: 'staff', operator: 'in', value: ['Bo'] }] },
      { rules: [{ column: 'score', operator: 'gte', value: [9] }] },
      { search: 'cross' },
      { groupBy: 'staff' },
    ]) {
      const reply = await ask(ana, { of: 'team', ...more });
      expect([reply.status, reply.body.error]).toEqual([403, 'not_allowed']);
    }
  });
});

describe('one answer', () => {
  const attempts = [
    ['GET', '/history', undefined],
    ['POST', '/correct', { score: 9, reason: 'mine' }],
    ['POST', '/void', { reason: 'mine' }],
  ] as const;

  test('outside the scope is as unknown as one that does not exist, to the byte', async () => {
    for (const [method, what, payload] of attempts) {
      const unknown = await call(method, `/api/v1/responses/not-there${what}`, norah.session, payload);
      expect([unknown.status, unknown.body.error]).toEqual([404, 'answer_unknown']);
      for (const id of ['di-1', 'nobodys']) {
        const hidden = await call(method, `/api/v1/responses/${id}${what}`, norah.session, payload);
        expect([hidden.status, hidden.text]).toEqual([404, unknown.text]);
      }
    }
    expect((await call('GET', '/api/v1/responses/bo-1/history', ana.session)).status).toBe(404);
  });

  test('within it opens, and is corrected by whoever may', async () => {
    expect((await call('GET', '/api/v1/responses/ana-1/history', ana.session)).status).toBe(200);
    expect((await call('POST', '/api/v1/responses/ana-1/correct', ana.session, attempts[1][2])).status).toBe(403);
    expect((await call('POST', '/api/v1/responses/cy-1/correct', norah.session, { score: 9, reason: 'typo' })).status).toBe(200);
    const fixing = { name: 'Fixer', roleType: 'frontline_staff', servedBy: 'Bo', permissions: ['responses.correct'] } as const;
    const fixer = await colleague(t, acme, fixing);
    expect((await call('POST', '/api/v1/responses/ana-1/void', fixer.session, { reason: 'mine' })).status).toBe(404);
    expect((await call('POST', '/api/v1/responses/bo-1/correct', fixer.session, { score: 1, reason: 'mine' })).status).toBe(200);
    expect((await ask(fixer, {})).status).toBe(403);
  });
});

describe('a change of team', () => {
  test('counts at once: also answers that were open a moment ago', async () => {
    const mover = await colleague(t, acme, { name: 'Mover', roleType: 'frontline_manager', team: { region_c: 'South' } });
    expect(await idsOf(mover)).toEqual(['di-1']);
    const admin = await signIn(t, acme);
    await call('PUT', `/api/v1/people/${mover.userId}`, admin, { team: { region_c: 'North', store_c: 'Alkmaar' } });
    expect(await idsOf(mover)).toEqual(['cy-1']);
    await call('PUT', `/api/v1/people/${mover.userId}`, admin, { team: { region_c: 'Nowhere yet' } });
    expect(await idsOf(mover)).toEqual([]);
    await call('PUT', `/api/v1/people/${mover.userId}`, admin, { team: {} });
    expect(await idsOf(mover)).toEqual([]);
  });
});

describe('a live stream', () => {
  let port = 0;
  beforeAll(async () => {
    await t.app.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = t.app.server.address() as AddressInfo);
  });

  interface Stream {
    heartbeat: Promise<void>;
    /** When the server ended it. */
    ended: Promise<void>;
  }
  const listen = (headers: Record<string, string>) =>
    new Promise<Stream>((opened) => {
      const stream = request({ port, path: '/api/v1/live', headers });
      stream.on('response', (response) => {
        const heartbeat = new Promise<void>((beats) => {
          response.on('data', (part: Buffer) => part.includes('still here') && beats());
        });
        opened({ heartbeat, ended: new Promise((resolve) => response.on('end', resolve)) });
      });
      stream.end();
    });
  const admin = () => signIn(t, acme);

  test.each<[string, (who: Colleague) => Promise<unknown>]>([
    ['signs out', ({ session }) => call('POST', '/ajax/logout', session)],
    ['is disabled', async ({ userId }) => call('POST', `/api/v1/people/${userId}/disable`, await admin())],
    ['ends other sessions', async (who) => call('POST', '/api/v1/account/sessions/end-others', await signIn(t, who))],
  ])('ends at once when its listener %s', async (how, end) => {
    const who = await colleague(t, acme, { name: `Listener who ${how}`, roleType: 'head_office' });
    const bystander = await colleague(t, acme, { name: `Bystander who ${how}`, roleType: 'head_office' });
    const { ended } = await listen(who.session);
    const other = await listen(bystander.session);
    await end(who);
    await ended;
    const still = Symbol('still open');
    expect(await Promise.race([other.ended, Promise.resolve(still)])).toBe(still);
  });

  test('ends when its key is revoked', async () => {
    const shop = await t.company('shop');
    const { ended } = await listen(shop.bearer);
    await revokeApiKey(t.platform, shop.companyId, shop.keyId, 'system');
    await ended;
    expect((await call('GET', '/filter/options', shop.bearer)).body.error).toBe('key_refused');
  });

  test('is no use of the session, which goes idle all the same', async () => {
    const who = await colleague(t, acme, { name: 'Idler', roleType: 'head_office' });
    const stream = await listen(who.session);
    t.clock.advance(70 * 60_000);
    // The end of one session makes all streams of that person look again.
    await call('POST', '/ajax/logout', await signIn(t, who));
    await stream.heartbeat;
    t.clock.advance(55 * 60_000);
    expect((await call('GET', '/me', who.session)).status).toBe(401);
    await call('POST', '/ajax/logout', await signIn(t, who));
    await stream.ended;
  });
});
