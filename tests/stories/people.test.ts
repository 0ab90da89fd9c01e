import { builtInRoles, permissions } from '@frankly/contracts/permissions';
import { accountsOf, emailHash, registerUser } from '@frankly/services/identity/accounts';
import { handle } from '@frankly/services/handle';
import { isEnrolled } from '@frankly/services/identity/second-step';
import { user } from '@frankly/services/identity/user';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calling, type Colleague, colleague, type ColleagueDetails, signIn, withLevels } from '../kit/colleagues.ts';
import { enrol } from '../kit/people.ts';
import { type TestApp, type TestCompany, testApp } from '../kit/test-app.ts';

let t: TestApp;
let acme: TestCompany;
let admin: { cookie: string };
let call: ReturnType<typeof calling>;
beforeAll(async () => {
  t = await testApp();
  acme = await t.company();
  await withLevels(t, acme.companyId);
  admin = await signIn(t, acme);
  call = calling(t);
});
afterAll(() => t.close());

const hire = (details: ColleagueDetails): Promise<Colleague> => colleague(t, acme, details);
const list = async (headers: { cookie: string }, search = '') =>
  (await call('GET', `/api/v1/people?search=${encodeURIComponent(search)}`, headers)).body;
const rowOf = async (userId: string, headers = admin) =>
  (await list(headers)).people.find(({ id }: { id: string }) => id === userId);
const typesOf = async (userId: string) =>
  (await t.platform.store.readStream(acme.companyId, `user-${userId}`)).map(({ type }) => type);
const north = { region_c: 'North' };
const haarlem = { region_c: 'North', store_c: 'Haarlem' };
const newcomer = (email: string, more: object = {}) => ({
  email,
  name: 'New Comer',
  roleId: 'frontline_staff',
  team: haarlem,
  servedBy: 'New C.',
  ...more,
});
/** A manager of the north who manages people, with what managers may do. */
const northern = (name: string) =>
  hire({
    name,
    roleType: 'frontline_manager',
    team: north,
    permissions: ['users.manage', 'roles.manage', 'keys.manage', 'responses.view'],
  });

describe('somebody new', () => {
  test('is invited to a role and a team, gets a link by e-mail, and can be read at once', async () => {
    const { status, body } = await call('POST', '/api/v1/people', admin, newcomer('first@acme.example'));
    expect(status).toBe(201);
    expect(await rowOf(body.id)).toEqual({
      id: body.id,
      name: 'New Comer',
      email: 'first@acme.example',
      roleId: 'frontline_staff',
      role: 'Team member',
      roleType: 'frontline_staff',
      team: haarlem,
      servedBy: 'New C.',
      status: 'invited',
      mfa: false,
      lastSignIn: null,
    });
    expect(await typesOf(body.id)).toEqual(['UserInvited', 'UserJoinedTeam']);
    await t.jobsDone();
    expect(t.mailbox[0]).toMatchObject({ to: 'first@acme.example' });
  });

  test('is invited again while they have not come, and no longer then', async () => {
    const { body } = await call('POST', '/api/v1/people', admin, newcomer('again@acme.example'));
    await t.jobsDone();
    const before = t.mailbox.length;
    expect((await call('POST', `/api/v1/people/${body.id}/invite`, admin)).status).toBe(200);
    await t.jobsDone();
    expect(t.mailbox.length).toBe(before + 1);
    const { userId } = await hire({ name: 'Came Already', roleType: 'head_office' });
    expect((await call('POST', `/api/v1/people/${userId}/invite`, admin)).body.error).toBe('email_taken');
  });

  test.each([
    [{ roleId: 'nobody' }, 404, 'role_unknown'],
    [{ email: 'JANE@acme.example' }, 409, 'email_taken'],
    [{ team: { planet_c: 'Mars' } }, 422, 'invalid_input'],
    [{ team: { region_c: 'a\u0000b' } }, 422, 'invalid_input'],
    [{ name: 'a\u0000b' }, 422, 'invalid_input'],
    [{ servedBy: ' ' }, 422, 'invalid_input'],
    [{ permissions: ['audit.view'] }, 422, 'invalid_input'],
  ])('cannot be invited with %j', async (more, status, error) => {
    const reply = await call('POST', '/api/v1/people', admin, newcomer('wrong@acme.example', more));
    expect([reply.status, reply.body.error]).toEqual([status, error]);
  });
});

describe('the list', () => {
  test('is by name, 50 a page, and finds any part of name or address', async () => {
    const globex = await t.company('pages');
    const owner = await signIn(t, globex);
    const people = Array.from({ length: 60 }, (_, n) => ({
      name: `Kim ${String(n).padStart(2, '0')}%`,
      email: `k${n}@pages.example`,
    }));
    const invited = people.map((one, n) => {
      const details = { subjectId: `user-p${n}`, ...one, roleType: 'frontline_staff', role: 'Team member' } as const;
      const context = { companyId: globex.companyId, actor: 'system' };
      return handle(t.platform, user, { type: 'InviteUser', userId: `p${n}`, ...details }, context);
    });
    await Promise.all(invited);
    await t.projected();
    const first = (await call('GET', '/api/v1/people', owner)).body;
    expect([first.total, first.people.length, first.people[0].name]).toEqual([61, 50, 'Jane']);
    const second = (await call('GET', '/api/v1/people?page=2', owner)).body;
    expect(second.people.map(({ name }: { name: string }) => name)).toEqual(people.slice(49).map(({ name }) => name));
    expect((await list(owner, 'KIM 07%')).people).toMatchObject([{ name: 'Kim 07%' }]);
    expect((await list(owner, 'k59@PAGES')).total).toBe(1);
    expect((await list(owner, '%_%')).total).toBe(0);
    expect((await list(owner, 'jane@acme')).total).toBe(0);
    expect((await call('GET', '/api/v1/people?search=%00&page=10000', owner)).body).toEqual({ people: [], total: 61 });
  });
});

describe('a person', () => {
  test('gets another role and team, and sees and may do so at once', async () => {
    const kim = await hire({ name: 'Kim', roleType: 'frontline_staff', team: haarlem, servedBy: 'Kim' });
    const change = { roleId: 'frontline_manager', team: north, servedBy: null };
    expect((await call('PUT', `/api/v1/people/${kim.userId}`, admin, change)).status).toBe(200);
    expect(await rowOf(kim.userId)).toMatchObject({
      role: 'Manager',
      roleType: 'frontline_manager',
      team: north,
      servedBy: null,
    });
    expect((await call('GET', '/me', kim.session)).body).toMatchObject({
      userRoleType: 'frontline_manager',
      user: { team: north, servedBy: null },
      permissions: expect.arrayContaining(['responses.correct']),
    });
    const types = ['UserRegistered', 'UserJoinedTeam', 'SignedIn', 'UserJoinedTeam', 'UserRoleChanged'];
    expect(await typesOf(kim.userId)).toEqual(types);
    expect((await call('PUT', '/api/v1/people/nobody', admin, change)).body.error).toBe('user_unknown');
    expect((await call('PUT', `/api/v1/people/${kim.userId}`, admin, { roleId: 'x' })).body.error).toBe('role_unknown');
  });

  test('who is disabled is out of every session at once, and in again when enabled', async () => {
    const lee = await hire({ name: 'Lee', roleType: 'head_office' });
    const elsewhere = await signIn(t, lee);
    expect((await call('POST', `/api/v1/people/${lee.userId}/disable`, admin)).status).toBe(200);
    for (const session of [lee.session, elsewhere]) expect((await call('GET', '/me', session)).body.error).toBe('not_signed_in');
    await expect(signIn(t, lee)).rejects.toThrow('could not sign in');
    const history = await t.platform.store.readStream(acme.companyId, `user-${lee.userId}`);
    expect(history.find(({ type }) => type === 'SessionsEnded')).toMatchObject({ data: { count: 2, reason: 'disabled' } });
    expect(await rowOf(lee.userId)).toMatchObject({ status: 'disabled' });

    expect((await call('POST', `/api/v1/people/${lee.userId}/enable`, admin)).status).toBe(200);
    expect((await call('GET', '/me', lee.session)).status).toBe(401);
    expect((await call('GET', '/me', await signIn(t, lee))).status).toBe(200);
  });

  test('who lost the authenticator enrols again, and is signed out until then', async () => {
    const max = await hire({ name: 'Max', roleType: 'head_office' });
    const hash = emailHash(t.platform, max.email);
    await enrol(t, max.email);
    const fresh = await signIn(t, acme);
    expect((await call('POST', `/api/v1/people/${max.userId}/reset-mfa`, fresh)).status).toBe(200);
    expect(await isEnrolled(t.platform, hash)).toBe(false);
    expect(await typesOf(max.userId)).toEqual(expect.arrayContaining(['MfaReset', 'SessionsEnded']));
    expect((await call('GET', '/me', max.session)).status).toBe(401);
  });

  test('who signs in at another company too keeps the second step', async () => {
    const pat = await hire({ name: 'Pat', roleType: 'head_office' });
    const other = await t.company('second');
    await registerUser(
      t.platform,
      other.companyId,
      { email: pat.email, name: 'Pat', password: 'any other words', roleType: 'head_office', role: 'x' },
      'system',
    );
    await t.projected();
    expect(await accountsOf(t.platform, emailHash(t.platform, pat.email))).toHaveLength(2);
    await enrol(t, pat.email);
    const reset = await call('POST', `/api/v1/people/${pat.userId}/reset-mfa`, await signIn(t, acme));
    expect(reset.body.error).toBe('mfa_elsewhere');
    expect(await isEnrolled(t.platform, emailHash(t.platform, pat.email))).toBe(true);
  });

  test('cannot disable or reset themselves', async () => {
    const fresh = await signIn(t, acme);
    const { id } = (await call('GET', '/me', fresh)).body.user;
    for (const what of ['disable', 'reset-mfa'])
      expect((await call('POST', `/api/v1/people/${id}/${what}`, fresh)).body.error).toBe('user_is_you');
  });
});

describe('the last administrator', () => {
  test('stays, also when two go for each other at the same moment', async () => {
    const duel = await t.company('duel');
    const [jane, rival] = [
      await signIn(t, duel),
      await colleague(t, duel, { name: 'Rival', roleType: 'head_office', roleId: 'admin' }),
    ];
    const janeId = (await call('GET', '/me', jane)).body.user.id;
    const verdicts = await Promise.all([
      call('POST', `/api/v1/people/${rival.userId}/disable`, jane),
      call('POST', `/api/v1/people/${janeId}/disable`, rival.session),
    ]);
    expect(verdicts.map(({ status }) => status).toSorted()).not.toEqual([200, 200]);
    expect(verdicts.filter(({ status }) => status === 200)).toHaveLength(1);
    const winner = verdicts[0]!.status === 200 ? jane : rival.session;
    const winnerId = verdicts[0]!.status === 200 ? janeId : rival.userId;
    const demotion = await call('PUT', `/api/v1/people/${winnerId}`, winner, { roleId: 'head_office' });
    expect([demotion.status, demotion.body.error]).toEqual([409, 'last_administrator']);
    // An invited administrator has not come yet, so nobody may lean on them.
    await call('POST', '/api/v1/people', winner, { email: 'later@duel.example', name: 'Later', roleId: 'admin' });
    expect((await call('PUT', `/api/v1/people/${winnerId}`, winner, { roleId: 'head_office' })).body.error).toBe(
      'last_administrator',
    );
    await colleague(t, duel, { name: 'Third', roleType: 'head_office', roleId: 'admin' });
    expect((await call('PUT', `/api/v1/people/${winnerId}`, winner, { roleId: 'head_office' })).status).toBe(200);
    expect((await call('GET', '/api/v1/people', winner)).status).toBe(403);
  });
});

describe('a manager of people', () => {
  test('sees and manages those of the own team and below, and nobody else', async () => {
    const boss = await northern('Norah');
    const below = await hire({ name: 'Below', roleType: 'frontline_staff', team: haarlem });
    const beside = await hire({ name: 'Beside', roleType: 'frontline_staff', team: { region_c: 'South' } });
    const nowhere = await hire({ name: 'Nowhere', roleType: 'frontline_staff' });
    const names = (await list(boss.session)).people.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['Below', 'Norah']));
    for (const name of ['Beside', 'Nowhere', 'Jane']) expect(names).not.toContain(name);
    expect((await list(boss.session)).total).toBe(names.length);

    expect((await call('PUT', `/api/v1/people/${below.userId}`, boss.session, { servedBy: 'B.' })).status).toBe(200);
    for (const { userId } of [beside, nowhere]) {
      for (const [method, what, payload] of [
        ['PUT', '', { servedBy: 'B.' }],
        ['POST', '/disable'],
        ['POST', '/enable'],
        ['POST', '/reset-mfa'],
        ['POST', '/invite'],
      ] as const) {
        const unknown = await call(method, `/api/v1/people/nobody${what}`, boss.session, payload);
        const hidden = await call(method, `/api/v1/people/${userId}${what}`, boss.session, payload);
        expect([hidden.status, hidden.text]).toEqual([404, unknown.text]);
      }
    }
  });

  test('without a team manages nobody', async () => {
    const lost = await hire({ name: 'Lost', roleType: 'frontline_manager', permissions: ['users.manage'] });
    expect(await list(lost.session)).toEqual({ people: [], total: 0 });
    const staff = await hire({ name: 'Staff Manager', roleType: 'frontline_staff', team: north, permissions: ['users.manage'] });
    expect(await list(staff.session)).toEqual({ people: [], total: 0 });
  });

  test('grants nothing beyond what they have: no role, no sight, no place', async () => {
    const boss = await northern('Nadia');
    const below = await hire({ name: 'Pawn', roleType: 'frontline_staff', team: haarlem });
    const blind = await call('POST', '/api/v1/roles', admin, { name: 'Blind office', roleType: 'head_office', permissions: [] });
    const put = async (userId: string, change: object) =>
      (await call('PUT', `/api/v1/people/${userId}`, boss.session, change)).body.error;
    const invites = async (more: object) =>
      (await call('POST', '/api/v1/people', boss.session, newcomer('pawn2@acme.example', more))).body.error;
    for (const roleId of ['admin', 'head_office', 'frontline_manager', blind.body.id]) {
      expect(await put(below.userId, { roleId })).toBe('more_than_own');
      expect(await put(boss.userId, { roleId })).toBe('more_than_own');
      expect(await invites({ roleId })).toBe('more_than_own');
    }
    for (const team of [{}, { region_c: 'South' }, { store_c: 'Haarlem' }]) {
      expect(await put(below.userId, { team })).toBe('not_allowed');
      expect(await put(boss.userId, { team })).toBe('not_allowed');
      expect(await invites({ team })).toBe('not_allowed');
    }
  });

  test('gives nobody the name of somebody who serves elsewhere', async () => {
    const answer = { questionType: 'nps', score: 1, servedBy: 'Sol Southern', attributes: { region_c: 'South' } };
    await call('POST', '/api/v1/responses', acme.bearer, answer);
    await call('POST', '/api/v1/responses', acme.bearer, { ...answer, servedBy: 'Nel Northern', attributes: north });
    await t.projected();
    const boss = await northern('Nils');
    const pawn = await hire({ name: 'Pawn Three', roleType: 'frontline_staff', team: haarlem });
    const rename = (servedBy: string) => call('PUT', `/api/v1/people/${pawn.userId}`, boss.session, { servedBy });
    expect((await rename('Sol Southern')).body).toMatchObject({ error: 'invalid_input', fields: [{ path: 'servedBy' }] });
    for (const servedBy of ['Nel Northern', 'Somebody New']) expect((await rename(servedBy)).status).toBe(200);
  });

  test('does not touch somebody of the own team who may do more', async () => {
    const boss = await northern('Nico');
    const senior = await hire({ name: 'Senior', roleType: 'head_office', roleId: 'admin', team: north });
    for (const [method, what, payload] of [
      ['PUT', '', { roleId: 'frontline_staff' }],
      ['POST', '/disable'],
      ['POST', '/reset-mfa'],
    ] as const)
      expect((await call(method, `/api/v1/people/${senior.userId}${what}`, boss.session, payload)).body.error).toBe(
        'not_allowed',
      );
  });
});

describe('roles', () => {
  const roleRow = async (id: string, headers = admin) =>
    (await call('GET', '/api/v1/roles', headers)).body.roles.find((role: { id: string }) => role.id === id);

  test('are listed with what they may do and how many hold them', async () => {
    const { roles } = (await call('GET', '/api/v1/roles', admin)).body;
    expect(roles.slice(0, 4).map(({ id }: { id: string }) => id)).toEqual(builtInRoles.map(({ id }) => id));
    expect(await roleRow('admin')).toMatchObject({ fixed: true, permissions: [...permissions], roleType: 'head_office' });
    const before = (await roleRow('head_office')).people;
    const { userId } = await hire({ name: 'Counted', roleType: 'head_office' });
    expect((await roleRow('head_office')).people).toBe(before + 1);
    await call('POST', `/api/v1/people/${userId}/disable`, admin);
    expect((await roleRow('head_office')).people).toBe(before);
  });

  test('are defined and changed, and count for everybody who has them at once', async () => {
    const role = { name: 'Night shift', roleType: 'frontline_staff', permissions: ['responses.view', 'audit.view'] };
    const { status, body } = await call('POST', '/api/v1/roles', await signIn(t, acme), role);
    expect(status).toBe(201);
    const night = await hire({ name: 'Nightly', roleType: 'frontline_staff', roleId: body.id });
    expect((await call('GET', '/me', night.session)).body.permissions.toSorted()).toEqual(role.permissions.toSorted());
    const change = { name: 'Nights', permissions: ['responses.view'] };
    expect((await call('PUT', `/api/v1/roles/${body.id}`, await signIn(t, acme), change)).status).toBe(200);
    expect((await call('GET', '/api/v1/audit', night.session)).status).toBe(403);
    expect(await roleRow(body.id)).toMatchObject({ ...change, people: 1, fixed: false });
    expect((await rowOf(night.userId)).role).toBe('Nights');
  });

  test('keep to their names, and the administrator’s to what it is', async () => {
    const fresh = await signIn(t, acme);
    const role = { name: 'team MEMBER', roleType: 'frontline_staff', permissions: [] };
    expect((await call('POST', '/api/v1/roles', fresh, role)).body.error).toBe('role_exists');
    expect((await call('PUT', '/api/v1/roles/head_office', fresh, { name: 'Manager' })).body.error).toBe('role_exists');
    expect((await call('PUT', '/api/v1/roles/admin', fresh, { permissions: [] })).body.error).toBe('role_fixed');
    expect((await call('PUT', '/api/v1/roles/nobody', fresh, { name: 'x' })).body.error).toBe('role_unknown');
    expect((await call('PUT', '/api/v1/roles/head_office', fresh, { name: 'HQ' })).status).toBe(200);
  });

  test('grant nothing that whoever defines them does not have', async () => {
    const boss = await northern('Nina');
    const error = async (method: 'POST' | 'PUT', url: string, payload: object) =>
      (await call(method, url, boss.session, payload)).body.error;
    const role = { name: 'Sneaky', roleType: 'frontline_manager', permissions: ['users.manage', 'settings.manage'] };
    expect(await error('POST', '/api/v1/roles', role)).toBe('more_than_own');
    expect(await error('POST', '/api/v1/roles', { ...role, roleType: 'head_office', permissions: [] })).toBe('more_than_own');
    const own = (await rowOf(boss.userId)).roleId;
    expect(await error('PUT', `/api/v1/roles/${own}`, { permissions: ['users.manage', 'audit.view'] })).toBe('more_than_own');
    expect(await error('PUT', '/api/v1/roles/head_office', { permissions: [] })).toBe('more_than_own');
    expect(
      await error('PUT', '/api/v1/roles/frontline_staff', { permissions: ['responses.view', 'keys.manage'] }),
    ).toBeUndefined();
    expect(await error('PUT', '/api/v1/roles/frontline_staff', { permissions: ['responses.view'] })).toBeUndefined();
  });
});

describe('the levels of teams', () => {
  test('are attributes that exist, each once, for whoever may change settings', async () => {
    const globex = await t.company('levels');
    const owner = await signIn(t, globex);
    await call('POST', '/api/v1/responses', globex.bearer, {
      questionType: 'nps',
      score: 9,
      attributes: { store_c: 'A', region_c: 'B' },
    });
    expect((await call('GET', '/api/v1/hierarchy', owner)).body).toEqual({
      levels: [],
      attributes: [
        { attribute: 'store_c', label: 'Store' },
        { attribute: 'region_c', label: 'Region' },
      ],
    });
    const define = (levels: string[]) => call('PUT', '/api/v1/hierarchy', owner, { levels });
    expect((await define(['region_c', 'planet_c'])).body).toMatchObject({
      error: 'invalid_input',
      fields: [{ path: 'levels.1', message: 'There is no such attribute. There are store_c, region_c.' }],
    });
    expect((await define(['region_c', 'region_c'])).body.fields).toMatchObject([{ path: 'levels.1' }]);
    expect((await define(['region_c', 'store_c'])).status).toBe(200);
    expect((await call('GET', '/api/v1/hierarchy', owner)).body.levels).toEqual([
      { attribute: 'region_c', label: 'Region' },
      { attribute: 'store_c', label: 'Store' },
    ]);
    const head = await colleague(t, globex, { name: 'Head', roleType: 'head_office' });
    expect((await call('PUT', '/api/v1/hierarchy', head.session, { levels: [] })).status).toBe(403);
  });
});
