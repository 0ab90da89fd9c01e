import type { AuditEntry } from '@frankly/contracts/audit';
import type { CompanyId } from '@frankly/contracts/identity';
import type { DomainEvent } from '@frankly/infra/event-store/port';
import { registerUser } from '@frankly/services/identity/accounts';
import { revokeApiKey } from '@frankly/services/identity/api-keys';
import { handle } from '@frankly/services/handle';
import { user } from '@frankly/services/identity/user';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestCompany, testApp } from '../kit/test-app.ts';

let t: TestApp;
let acme: TestCompany;
let rival: TestCompany;
let admin: string;
let adminId: string;

beforeAll(async () => {
  t = await testApp();
  acme = await t.company('acme');
  rival = await t.company('rival');
  admin = await signIn(acme.email, acme.password);
  adminId = (await get('/me', admin)).json().user.id;
});
afterAll(() => t.close());

const get = (url: string, cookie = '', headers = {}) =>
  t.app.inject({ method: 'GET', url, headers: { ...(cookie ? { cookie } : {}), ...headers } });

async function signIn(email: string, password: string): Promise<string> {
  const reply = await t.app.inject({
    method: 'POST',
    url: '/ajax/login',
    headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0' },
    payload: { email, password },
  });
  expect(reply.statusCode).toBe(200);
  return String(reply.headers['set-cookie']).split(';')[0]!;
}

async function audit(
  cookie: string,
  query: Record<string, string> = {},
): Promise<{ entries: AuditEntry[]; nextPage: string | null }> {
  await t.projected();
  const reply = await get(`/api/v1/audit?${new URLSearchParams(query)}`, cookie);
  expect([reply.statusCode, reply.body]).toEqual([200, expect.any(String)]);
  return reply.json();
}

const happened = (companyId: CompanyId, stream: string, events: DomainEvent[], actor: string, at = t.clock.now()) =>
  t.platform.store.append({
    companyId,
    stream,
    expected: 'any',
    commandId: crypto.randomUUID(),
    events,
    metadata: { actor, correlationId: 'story', causationId: 'story', at },
  });

async function colleague(
  name: string,
  roleType: 'frontline_staff' | 'frontline_manager' | 'head_office',
  team: Record<string, string>,
  roleId?: string,
): Promise<{ userId: string; email: string; password: string }> {
  const account = { email: `${name.toLowerCase()}@acme.example`, password: 'long enough words' };
  const { userId } = await registerUser(
    t.platform,
    acme.companyId,
    { ...account, name, roleType, role: 'Somebody', ...(roleId ? { roleId } : {}) },
    'cli:operator',
  );
  const join = { type: 'JoinTeam', userId, team, servedBy: null } as const;
  await handle(t.platform, user, join, { companyId: acme.companyId, actor: `user:${adminId}` });
  await t.projected();
  return { userId, ...account };
}

describe('the audit trail', () => {
  test('tells who did what to whom, when and from where, newest first', async () => {
    const { entries } = await audit(admin, { person: adminId });
    expect(entries.map(({ kind }) => kind)).toEqual(['SignedIn', 'UserRegistered']);
    expect(entries[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      kind: 'SignedIn',
      actor: { id: `user:${adminId}`, name: 'Jane' },
      person: { id: adminId, name: 'Jane' },
      details: { method: 'password', device: 'Firefox on Windows', address: '127.0.0.1' },
    });
    expect(entries[1]).toMatchObject({
      actor: { id: 'system', name: 'Frankly' },
      details: { role: 'Analyst', roleType: 'head_office', email: acme.email, name: 'Jane' },
    });
  });

  test('names keys and commands plainly, and no secret of a key', async () => {
    await revokeApiKey(t.platform, acme.companyId, acme.keyId, 'cli:operator');
    const { entries } = await audit(admin, { person: 'cli:operator' });
    expect(entries).toMatchObject([
      { kind: 'ApiKeyRevoked', actor: { id: 'cli:operator', name: 'Command line (operator)' }, person: null },
    ]);
    await happened(
      acme.companyId,
      'company-x',
      [{ type: 'AttributeDefined', data: { name: 'a_c', label: 'A', slot: 1 } }],
      `key:${acme.keyId}`,
    );
    const { entries: byKey } = await audit(admin, { person: `key:${acme.keyId}` });
    expect(byKey).toMatchObject([
      { kind: 'AttributeDefined', actor: { name: 'Shop' }, details: { attribute: 'a_c', label: 'A' } },
    ]);
    const everything = JSON.stringify((await audit(admin)).entries);
    expect(everything).not.toContain(acme.bearer.authorization.split(' ')[1]!);
  });

  test('tells what was changed about single sign-on, a certificate by its fingerprint only', async () => {
    const certificate = `-----BEGIN CERTIFICATE-----\n${Buffer.from('a certificate of the identity provider').toString('base64')}\n-----END CERTIFICATE-----`;
    const settings = {
      name: 'Acme',
      entityId: 'https://idp.example',
      signInUrl: 'https://idp.example/sso',
      certificates: [certificate],
    };
    await happened(
      acme.companyId,
      `company-${acme.companyId}`,
      [
        { type: 'SamlConfigured', data: { settings } },
        { type: 'CompanySettingsChanged', data: { changes: { justInTime: true, sessionHours: 4 } } },
        { type: 'DomainAdded', data: { domain: 'acme.example', token: 'only-for-the-dns' } },
      ],
      `user:${adminId}`,
    );
    const { entries } = await audit(admin, { person: adminId });
    expect(entries.slice(0, 3).map(({ kind, details }) => [kind, details])).toEqual([
      ['DomainAdded', { domain: 'acme.example' }],
      ['CompanySettingsChanged', { justInTime: 'yes', sessionHours: '4' }],
      [
        'SamlConfigured',
        {
          name: 'Acme',
          entityId: 'https://idp.example',
          signInUrl: 'https://idp.example/sso',
          certificates: expect.stringMatching(/^SHA-256 [0-9a-f]{64}$/),
        },
      ],
    ]);
  });

  test('is of one company: another one sees nothing of it, whatever it asks for', async () => {
    const other = await signIn(rival.email, rival.password);
    const queries: Record<string, string>[] = [
      {},
      { person: adminId },
      { person: `user:${adminId}` },
      { person: `key:${acme.keyId}` },
      { kind: 'SignedIn' },
    ];
    for (const query of queries) {
      const { entries } = await audit(other, query);
      expect(JSON.stringify(entries)).not.toMatch(new RegExp(`acme|${adminId}|${acme.keyId}`));
    }
    expect((await audit(other, { person: adminId })).entries).toEqual([]);
    expect((await audit(other)).entries.length).toBeGreaterThan(0);
  });

  test('forgets the words of whoever is forgotten, and keeps what happened', async () => {
    const { userId } = await colleague('Zebedee', 'frontline_staff', {});
    const told = async () => (await audit(admin, { person: userId })).entries.find(({ kind }) => kind === 'UserRegistered');
    expect(await told()).toMatchObject({ details: { email: 'zebedee@acme.example', name: 'Zebedee' } });
    await t.platform.keys.forget(acme.companyId, `user-${userId}`);
    await happened(
      acme.companyId,
      `user-${userId}`,
      [{ type: 'SubjectForgotten', data: { subjectId: `user-${userId}`, reason: 'asked' } }],
      'system',
    );
    expect((await told())?.details).toEqual({ role: 'Somebody', roleType: 'frontline_staff' });
  });
});

describe('choosing', () => {
  test('goes through hundreds of entries 50 a page, each once, also while others arrive', async () => {
    const { userId } = await colleague('Pagewise', 'frontline_staff', {});
    const about = { userId };
    for (let n = 0; n < 12; n += 1) {
      await happened(
        acme.companyId,
        `user-${userId}`,
        Array.from({ length: 10 }, () => ({ type: 'SignedOut', data: about })),
        `user:${userId}`,
      );
    }
    const ids: string[] = [];
    let page: string | null = null;
    const sizes: number[] = [];
    do {
      const { entries, nextPage }: { entries: AuditEntry[]; nextPage: string | null } = await audit(admin, {
        person: userId,
        kind: 'SignedOut',
        ...(page ? { page } : {}),
      });
      sizes.push(entries.length);
      ids.push(...entries.map(({ id }) => id));
      page = nextPage;
      await happened(acme.companyId, `user-${userId}`, [{ type: 'SignedOut', data: about }], `user:${userId}`);
    } while (page);
    expect([sizes, new Set(ids).size]).toEqual([[50, 50, 20], 120]);
  });

  test('by days is by days on the wall of the company', async () => {
    const { userId } = await colleague('Nightly', 'frontline_staff', {});
    const at = ['2025-03-29T22:59:59.999Z', '2025-03-29T23:00:00Z', '2025-03-30T21:59:59.999Z', '2025-03-30T22:00:00Z'];
    for (const moment of at) {
      await happened(
        acme.companyId,
        `user-${userId}`,
        [{ type: 'SignedOut', data: { userId } }],
        `user:${userId}`,
        new Date(moment),
      );
    }
    const moments = async (query: Record<string, string>) =>
      (await audit(admin, { person: userId, kind: 'SignedOut', ...query })).entries.map((entry) => entry.at);
    // The clock was put forward that day, so it had 23 hours.
    expect(await moments({ from: '2025-03-30', to: '2025-03-30' })).toEqual([
      '2025-03-30T21:59:59.999Z',
      '2025-03-29T23:00:00.000Z',
    ]);
    expect(await moments({ to: '2025-03-29' })).toEqual(['2025-03-29T22:59:59.999Z']);
    expect(await moments({ from: '2025-03-31' })).toEqual(['2025-03-30T22:00:00.000Z']);
    expect(await moments({ from: '2025-03-31', to: '2025-03-30' })).toEqual([]);
  });

  test.each<Record<string, string>>([
    { kind: 'Nothing' },
    { kind: 'SubjectForgotten' },
    { person: 'nobody' },
    { person: "' or 1=1 --" },
    { person: 'a\u0000' },
    { kind: '\u0000' },
    { to: '0001-01-01' },
  ])('%j finds nothing, and says what kinds there are', async (query) => {
    const reply = await audit(admin, query);
    expect(reply).toEqual({
      entries: [],
      kinds: expect.arrayContaining(['SignedIn', 'ApiKeyCreated', 'RoleDefined']),
      nextPage: null,
    });
  });

  test.each<Record<string, string>>([
    { page: 'x' },
    { page: '' },
    { page: Buffer.from('1/2; drop table events').toString('base64url') },
    { page: Buffer.from('9999999999999999/1').toString('base64url') },
    { from: 'yesterday' },
    { to: '2026-02-30' },
  ])('%j is refused by the name of the field', async (query) => {
    const reply = await get(`/api/v1/audit?${new URLSearchParams(query)}`, admin);
    expect([reply.statusCode, reply.json()]).toEqual([
      422,
      expect.objectContaining({ fields: [expect.objectContaining({ path: Object.keys(query)[0] })] }),
    ]);
  });
});

describe('who may read it', () => {
  test('nobody who is not signed in, no key, and nobody without the permission', async () => {
    const { email, password } = await colleague('Kim', 'frontline_manager', { region_c: 'West' });
    expect((await get('/api/v1/audit')).statusCode).toBe(401);
    expect((await get('/api/v1/audit', '', rival.bearer)).statusCode).toBe(401);
    expect((await get('/api/v1/audit', await signIn(email, password))).statusCode).toBe(403);
  });

  test('a manager who was granted it reads about the own teams and themselves', async () => {
    await happened(
      acme.companyId,
      'role-auditing',
      [
        {
          type: 'RoleDefined',
          data: { roleId: 'auditing', name: 'Auditing', roleType: 'frontline_manager', permissions: ['audit.view'] },
        },
      ],
      `user:${adminId}`,
    );
    const manager = await colleague('Manager', 'frontline_manager', { region_c: 'North' }, 'auditing');
    const below = await colleague('Below', 'frontline_staff', { region_c: 'North', store_c: 'Haarlem' });
    const beside = await colleague('Beside', 'frontline_staff', { region_c: 'South', store_c: 'Breda' });
    const cookie = await signIn(manager.email, manager.password);
    await signIn(beside.email, beside.password);
    const { entries } = await audit(cookie);
    const people = new Set(entries.map(({ person }) => person?.id));
    expect(people).toContain(manager.userId);
    expect(people).toContain(below.userId);
    for (const somebody of [beside.userId, adminId, undefined]) expect(people).not.toContain(somebody);
    for (const person of [beside.userId, `user:${beside.userId}`]) expect((await audit(cookie, { person })).entries).toEqual([]);
    // What the administrator did to somebody of the team is told; what else they did is not.
    const byAdmin = (await audit(cookie, { person: adminId })).entries;
    expect(byAdmin.map(({ kind, person }) => [kind, person?.name])).toEqual(
      expect.arrayContaining([
        ['UserJoinedTeam', 'Below'],
        ['UserJoinedTeam', 'Manager'],
      ]),
    );
    expect(byAdmin.every(({ person }) => [manager.userId, below.userId].includes(person?.id ?? ''))).toBe(true);
  });

  test('staff who were granted it read about themselves; a manager without a team likewise', async () => {
    await happened(
      acme.companyId,
      'role-curious',
      [
        {
          type: 'RoleDefined',
          data: { roleId: 'curious', name: 'Curious', roleType: 'frontline_staff', permissions: ['audit.view'] },
        },
      ],
      `user:${adminId}`,
    );
    const somebody = [
      await colleague('Curious', 'frontline_staff', { region_c: 'North' }, 'curious'),
      await colleague('Nowhere', 'frontline_manager', {}, 'auditing'),
    ];
    for (const { email, password, userId } of somebody) {
      const { entries } = await audit(await signIn(email, password));
      expect([...new Set(entries.map(({ person }) => person?.id))]).toEqual([userId]);
    }
  });
});
