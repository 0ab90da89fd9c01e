import { keyScopes, permissions } from '@frankly/contracts/permissions';
import type { Position } from '@frankly/contracts/position';
import { createApiKey } from '@frankly/services/identity/api-keys';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calling, type Colleague, colleague, withLevels } from '../kit/colleagues.ts';
import { fromJsonSchema } from '../kit/from-json-schema.ts';
import { answeredBy, type AnyRoute, described, inputs } from '../kit/routes-there-are.ts';
import { type TestApp, type TestCompany, testApp } from '../kit/test-app.ts';

/** What we promise is FRANKLY_FUZZ=20000; every change of the code is tried with some of them. */
const fuzzedCalls = Number(process.env['FRANKLY_FUZZ'] ?? 6_000);
const seed = 20_261_121;

let t: TestApp;
let routes: Map<string, AnyRoute>;
let taken: Awaited<ReturnType<typeof inputs>>;
let alpha: Planted;
let bravo: Planted;
let actors: Actor[];

/**
 * Whose data a word is: `Mk`, the company, the place, the person there, what it is, `x`. A word that somebody may not see is
 * nowhere in what they are answered.
 */
const word = (company: 'A' | 'B', place: string, what: string, n: number | '' = '') => `Mk${company}${place}${what}${n}x`;
const words = /Mk[AB][A-Za-z]+\d*x/g;
const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

interface Actor {
  name: string;
  headers: Record<string, string>;
  granted: ReadonlySet<string>;
  kind: 'nobody' | 'session' | 'key';
  userId?: string;
  /** Which words they may be answered. */
  sees(word: string): boolean;
  /** At most so many answers are behind any figure of theirs. */
  atMost: { own: number; team: number };
  company: Planted | null;
}

interface Planted extends TestCompany {
  letter: 'A' | 'B';
  places: Record<string, { answers: string[]; people: Colleague[] }>;
  ids: { responses: string[]; people: string[]; roles: string[]; keys: string[]; signIns: string[] };
}

const perPerson = 12;

/** A company with two people in one store of the north, one in the south, and one nowhere; each with answers of their own. */
async function plant(letter: 'A' | 'B', slug: string): Promise<Planted> {
  const company = await t.company(slug);
  await withLevels(t, company.companyId);
  const call = calling(t);
  const planted: Planted = {
    ...company,
    letter,
    places: {},
    ids: { responses: [], people: [], roles: [], keys: [company.keyId], signIns: [] },
  };
  for (const [place, team] of Object.entries({ NorthOne: 'North', NorthTwo: 'North', SouthOne: 'South', NowhereOne: null })) {
    const attributes: Record<string, string> = team
      ? { region_c: word(letter, `${team}Any`, 'Region'), store_c: word(letter, `${team}Any`, 'Store') }
      : {};
    const servedBy = word(letter, place, 'Staff');
    const answers = Array.from({ length: perPerson }, (_, n) => word(letter, place, 'Answer', n));
    const lines = answers.map((id, n) => ({
      id,
      questionType: 'nps',
      score: n % 11,
      comment: `Waited for ${word(letter, place, 'Comment', n)}`,
      contact: { name: word(letter, place, 'Contact', n), email: `${word(letter, place, 'Mail', n)}@x.example` },
      servedBy,
      channel: word(letter, place, 'Channel'),
      attributes,
    }));
    const reply = await call('POST', '/api/v1/responses/batch', company.bearer, lines as never);
    expect(reply.body.recorded).toBe(perPerson);
    const name = word(letter, place, 'Person');
    const details = { roleType: 'frontline_staff', team: attributes, servedBy, email: `${name}@x.example` } as const;
    // The first of each place calls; the second is there to be done something to.
    const people = [
      await colleague(t, company, { ...details, name }),
      await colleague(t, company, { ...details, name: `${name} too`, email: `too.${name}@x.example` }),
    ];
    planted.places[place] = { answers, people };
    planted.ids.responses.push(...answers);
    planted.ids.people.push(...people.map(({ userId }) => userId));
  }
  const { rows } = await t.platform.pool.query('select id from sign_ins where company_id = $1', [company.companyId]);
  planted.ids.signIns.push(...rows.map(({ id }) => id));
  return planted;
}

const north = { region_c: word('A', 'NorthAny', 'Region') };
const inNorth = (one: string) => one.startsWith('MkANorth');
const ofCompany = (letter: 'A' | 'B') => (one: string) => one.startsWith(`Mk${letter}`);
const none = { own: 0, team: 0 };
const unlimited = { own: Infinity, team: Infinity };

beforeAll(async () => {
  // With a mailer of its own, so that there is no page that shows mails.
  t = await testApp({ mailer: { send: async () => undefined } as never });
  routes = await described();
  taken = await inputs(t.app);
  alpha = await plant('A', 'alpha');
  bravo = await plant('B', 'bravo');

  const person = (
    company: Planted,
    name: string,
    who: Colleague,
    more: Pick<Actor, 'granted' | 'sees'> & Partial<Actor>,
  ): Actor => {
    company.ids.people.push(who.userId);
    return { name, headers: who.session, kind: 'session', userId: who.userId, atMost: none, company, ...more };
  };
  const named = (role: string, what = 'Person') => ({ name: word('A', role, what), email: `${word('A', role, what)}@x.example` });
  const managing = ['users.manage', 'responses.view', 'responses.correct', 'audit.view'] as const;
  const keyOf = async (company: Planted, scopes: readonly (typeof keyScopes)[number][]): Promise<Actor> => {
    const { secret, keyId } = await createApiKey(t.platform, company.companyId, word(company.letter, 'Any', 'Key'), 'system', {
      scopes,
    });
    company.ids.keys.push(keyId);
    return {
      name: `${company.slug}: a key for ${scopes.join(', ')}`,
      headers: { authorization: `Bearer ${secret}` },
      kind: 'key',
      granted: new Set(scopes),
      sees: ofCompany(company.letter),
      atMost: unlimited,
      company,
    };
  };
  const manager = { ...named('NorthBoss'), roleType: 'frontline_manager', team: north } as const;
  const boss = { sees: inNorth, atMost: { own: 0, team: 2 * perPerson } };
  const owner = await colleague(t, bravo, {
    name: 'Bravo Admin',
    roleType: 'head_office',
    roleId: 'admin',
    email: 'admin@x.example',
  });
  actors = [
    { name: 'nobody', headers: {}, kind: 'nobody', granted: new Set(), sees: () => false, atMost: none, company: null },
    person(alpha, 'staff', alpha.places['NorthOne']!.people[0]!, {
      granted: new Set(['responses.view']),
      sees: (one) => /^MkANorth(One|Any)/.test(one),
      atMost: { own: perPerson, team: 2 * perPerson },
    }),
    person(alpha, 'manager', await colleague(t, alpha, manager), {
      granted: new Set(['responses.view', 'responses.correct', 'cases.manage', 'notices.send']),
      ...boss,
    }),
    person(alpha, 'manager of people', await colleague(t, alpha, { ...manager, ...named('NorthChief'), permissions: managing }), {
      granted: new Set(managing),
      ...boss,
      // Who did it, and the names of roles, are the company's.
      sees: (one) => inNorth(one) || /^MkA(Any|NorthBoss|NorthChief|HeadOffice|NobodysBoss)/.test(one),
    }),
    person(
      alpha,
      'manager without a team',
      await colleague(t, alpha, { ...named('NobodysBoss'), roleType: 'frontline_manager' }),
      {
        granted: new Set(['responses.view', 'responses.correct', 'cases.manage', 'notices.send']),
        sees: (one) => one.startsWith('MkANobodysBoss'),
      },
    ),
    person(alpha, 'head office', await colleague(t, alpha, { ...named('HeadOffice'), roleType: 'head_office' }), {
      granted: new Set(['responses.view', 'responses.correct', 'cases.manage', 'notices.send', 'surveys.edit']),
      sees: ofCompany('A'),
      atMost: unlimited,
    }),
    await keyOf(alpha, ['responses.record']),
    await keyOf(alpha, ['responses.view']),
    await keyOf(alpha, ['responses.correct']),
    await keyOf(bravo, keyScopes),
    person(bravo, 'bravo: administrator', owner, { granted: new Set(permissions), sees: ofCompany('B'), atMost: unlimited }),
  ];
  await t.projected();
}, 120_000);
afterAll(() => t.close());

/** What the application answers besides the contracts, and to whom. */
const pages = /^(GET|HEAD) \/(|account|admin|feedback)(\/?\*)?$/;
const forEverybody =
  /^(GET|HEAD) \/(\*|docs.*|favicon\.svg|color-scheme\.js|login|choice|register|password|link|healthz|readyz|metrics|assets\/\*|s\/:survey(\/thanks)?)$|^POST \/s\/:survey$/;
const live = /^(GET|HEAD) \/api\/v1\/live$/;

const idPath = (path: string, id: string) => path.replace(/:\w+/g, encodeURIComponent(id));

describe('every call that is answered', () => {
  test('is one of the contracts, which say who may make it, or of the few known ones', () => {
    const others = answeredBy(t.app).filter((one) => {
      const [method, path] = one.split(' ') as [string, string];
      const known = routes.has(one) || (method === 'HEAD' && routes.has(`GET ${path}`));
      return !known && !pages.test(one) && !forEverybody.test(one) && !live.test(one);
    });
    expect(others).toEqual([]);
    const answered = new Set(answeredBy(t.app));
    expect([...routes.keys()].filter((one) => !answered.has(one))).toEqual([]);
    expect(routes.size).toBeGreaterThan(45);
  });

  test('asks its caller for what its contract says, whoever calls', async () => {
    let calls = 0;
    const wrong: string[] = [];
    for (const { method, path, access, needs } of [
      ...routes.values(),
      { method: 'GET', path: '/api/v1/live', access: 'session-or-key', needs: 'responses.view' } as const,
    ]) {
      if (access === 'public' || access === 'federated') continue;
      for (const { name, kind, headers, granted } of actors) {
        const let_in = access === 'session-or-key' ? kind !== 'nobody' : access === kind;
        const expected = !let_in ? 401 : needs !== null && !granted.has(needs) ? 403 : null;
        // Whoever may call is called later: an open stream would not end here, and signing out would end the actor.
        if (expected === null) continue;
        for (const asked of method === 'GET' ? (['GET', 'HEAD'] as const) : [method]) {
          const reply = await t.app.inject({
            method: asked,
            url: idPath(path, 'x'),
            headers,
            ...(asked === 'POST' || asked === 'PUT' ? { payload: {} } : {}),
          });
          calls += 1;
          if (reply.statusCode !== expected)
            wrong.push(`${name}: ${asked} ${path} answered ${reply.statusCode} instead of ${expected}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(calls).toBeGreaterThan(400);
  });

  test('that matters asks for a recent sign-in', async () => {
    const late = await colleague(t, bravo, { name: 'Late', roleType: 'head_office', roleId: 'admin', email: 'late@x.example' });
    await t.platform.pool.query(`update sign_ins set fresh_at = fresh_at - interval '10 minutes' where user_id = $1`, [
      late.userId,
    ]);
    const fresh = [...routes.values()].filter((route) => route.fresh);
    expect(fresh.length).toBeGreaterThan(10);
    for (const { method, path } of fresh) {
      const reply = await t.app.inject({
        method,
        url: idPath(path, 'x'),
        headers: late.session,
        ...(method === 'DELETE' ? {} : { payload: {} }),
      });
      expect([path, reply.json().error]).toEqual([path, 'fresh_sign_in_needed']);
    }
  });

  test('of a page leads a stranger to sign in', async () => {
    for (const url of ['/', '/feedback/summary', '/account/sessions', '/admin/people']) {
      const reply = await t.app.inject({ method: 'GET', url });
      expect([reply.statusCode, reply.headers['location']]).toEqual([302, `/login?redirect=${encodeURIComponent(url)}`]);
    }
  });
});

/** How often a route is drawn, beside the others. */
const weights: readonly (readonly [RegExp, number])[] = [
  [/ \/api\/v1\/query$/, 60],
  [/ \/filter\/options/, 12],
  [/ \/api\/v1\/responses/, 12],
  [/ \/api\/v1\/(people|roles|keys|audit|hierarchy)/, 4],
  // They take their time on purpose, ask others over the network, or end the session that calls.
  [/ \/ajax\/|confirm$|password$|recovery|\/mfa|sessions|oidc|saml|sso|domains/, 0],
];
const weightOf = (route: string): number => weights.find(([pattern]) => pattern.test(route))?.[1] ?? 1;

interface Call {
  actor: Actor;
  route: string;
  url: string;
  payload: unknown;
}

/** Calls much like real ones, aimed at what the caller may not see. Words are never in what is stored: they would come back. */
function callsOf(): fc.Arbitrary<Call> {
  const everyId = Object.values({ ...alpha.ids }).flat();
  const theirs = Object.values({ ...bravo.ids }).flat();
  const regions = ['North', 'South'].map((team) => word('A', `${team}Any`, 'Region'));
  const staff = ['NorthOne', 'NorthTwo', 'SouthOne'].map((place) => word('A', place, 'Staff'));
  const columns = ['staff', 'channel', 'segment', 'score', 'bucket', 'has_comment', 'region_c', 'store_c'];
  const values = [...regions, ...staff, word('B', 'NorthOne', 'Staff'), word('A', 'SouthOne', 'Channel')];
  const rule = fc.record({
    column: fc.constantFrom('staff', 'channel', 'region_c', 'store_c'),
    operator: fc.constantFrom('in', 'not_in'),
    value: fc.array(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }),
  });
  const empty = fc.constantFrom({ column: 'region_c', operator: 'is_empty' }, { column: 'score', operator: 'gte', value: [3] });
  const asked = {
    questionType: ['nps'],
    time: [
      { unit: 'year', value: 2 },
      { unit: 'day', value: 1 },
      { unit: 'custom', value: '01-01-2020_31-12-2099' },
    ],
    column: columns,
    row: columns,
    groupBy: columns,
    rules: [[], [], ...fc.sample(fc.array(fc.oneof(rule, rule, empty), { maxLength: 3 }), { numRuns: 60, seed })],
    of: ['own', 'team'],
    search: ['', 'Mk', 'Waited', 'MkA', 'for MkB', 'x.example', ''],
    page: ['OTk5OTkvMC85OTk5OTk5'],
    pageSize: [1, 50, 200],
    atLeast: ['00000000000000000001'],
    person: [...alpha.ids.people, ...bravo.ids.people],
    kind: ['SignedIn', 'UserInvited', 'x'],
    from: ['2020-01-01'],
    to: ['2099-12-31'],
  };
  const written = {
    id: fc.sample(fc.stringMatching(/^fuzz-[0-9]{1,3}$/), { numRuns: 50, seed }),
    questionType: ['nps', 'csat'],
    score: [1, 3, 5],
    scale: [10, 5],
    servedBy: ['Somebody', null],
    attributes: [{ region_c: 'Elsewhere' }, {}],
    team: [{ region_c: 'Elsewhere' }, {}, north, { planet_c: 'x' }],
    contact: [{ name: 'Somebody' }],
    email: Array.from({ length: 200 }, (_, n) => `fuzz${n}@y.example`),
    roleId: ['admin', 'head_office', 'frontline_manager', 'frontline_staff', ...alpha.ids.roles, 'x'],
    answeredAt: ['2026-11-01T10:00:00Z'],
    expiresAt: ['2099-01-01T00:00:00Z', null],
    levels: [['region_c', 'store_c'], ['region_c'], []],
    selfRegisterRole: ['frontline_staff'],
    justInTimeRole: ['frontline_staff'],
    logo: [''],
    sessionIdleMinutes: [120],
    sessionHours: [12],
  };
  const drawn = [...routes.entries()].filter(([name]) => weightOf(name) > 0);
  const perRoute = drawn.map(([name, route]) => {
    const reads = route.method === 'GET' || name.endsWith('/query');
    const known = reads ? asked : written;
    const { body: bodyOf = null, query: queryOf = null } = taken.get(name) ?? {};
    const body = bodyOf ? fromJsonSchema(bodyOf, known) : fc.constantFrom([], {}, [{ questionType: 'nps', score: 3 }]);
    const query = queryOf ? fromJsonSchema(queryOf, known) : fc.constant({});
    const picked = fc.tuple(
      fc.constantFrom(...actors),
      fc.constantFrom(...(name.includes(':option') ? columns : [...everyId, ...theirs])),
      body,
      query,
    );
    return {
      weight: weightOf(name),
      arbitrary: picked.map(([actor, id, payload, search]): Call => {
        // Whoever calls goes on calling: nobody of the same company takes their session, role or team away.
        const path = idPath(route.path, isActor(id, actor.company) ? 'x' : id);
        const text = new URLSearchParams(search as Record<string, string>).toString();
        const url = text ? `${path}?${text}` : path;
        // What is stored may be read again by whoever stored it, so it is made of their own words.
        const own = JSON.stringify(payload).replaceAll('MkA', reads || actor.company !== bravo ? 'MkA' : 'MkB');
        const sent = route.method === 'POST' || route.method === 'PUT' ? (JSON.parse(own) as unknown) : undefined;
        return { actor, route: name, url, payload: sent };
      }),
    };
  });
  return fc.oneof(...perRoute);
}
const isActor = (id: string, company: Planted | null) => actors.some((one) => one.userId === id && one.company === company);

/** What is not of the caller's company; looked up at every call, so remembered. */
const foreign = new Map<Actor, { ids: ReadonlySet<string>; slugs: readonly string[] }>();
function foreignTo(actor: Actor) {
  const known = foreign.get(actor);
  if (known) return known;
  const others = [alpha, bravo].filter((company) => company !== actor.company);
  const ids = others.flatMap(({ ids: { people, roles, keys, signIns }, companyId }) => [
    companyId,
    ...people,
    ...roles,
    ...keys,
    ...signIns,
  ]);
  const found = { ids: new Set(ids), slugs: others.map(({ slug }) => slug) };
  foreign.set(actor, found);
  return found;
}

/** What the caller was told that they may not know, or null. */
function leakIn({ actor, url, payload, route }: Call, reply: { statusCode: number; body: string }): string | null {
  if (reply.statusCode >= 500) return `a fault: ${reply.body.slice(0, 200)}`;
  // What one said oneself may come back in a refusal.
  const said = decodeURIComponent(url.replaceAll('+', ' ')) + (JSON.stringify(payload) ?? '');
  const { ids, slugs } = foreignTo(actor);
  for (const [one] of reply.body.matchAll(words)) if (!actor.sees(one) && !said.includes(one)) return one;
  for (const [one] of reply.body.matchAll(uuids)) if (ids.has(one) && !said.includes(one)) return one;
  for (const slug of slugs) if (reply.body.includes(`@${slug}.example`) || reply.body.includes(`${slug} company`)) return slug;
  if (reply.statusCode >= 300) return null;
  // A path that names what the caller may not see has nothing to answer.
  for (const [one] of decodeURIComponent(url.split('?')[0]!).matchAll(words))
    if (!actor.sees(one)) return `answered about ${one}`;
  for (const [one] of url.matchAll(uuids)) if (ids.has(one) && !route.endsWith('/audit')) return `answered about ${one}`;
  if (route.endsWith('/query')) {
    const { of } = payload as { of?: 'own' | 'team' };
    const { answers } = JSON.parse(reply.body).provenance;
    const limit = of === 'team' || (of === undefined && actor.name !== 'staff') ? actor.atMost.team : actor.atMost.own;
    if (answers > limit) return `${answers} answers where ${limit} may be seen`;
  }
  return null;
}

test(`${fuzzedCalls} calls tell nobody what they may not know, and change nothing of others`, async () => {
  const head = await t.platform.store.head();
  const calls = fc.sample(callsOf(), { numRuns: fuzzedCalls, seed });
  const leaks: string[] = [];
  const statuses = new Map<string, Map<number, number>>();
  const started = performance.now();
  const before = process.cpuUsage();
  const queue = calls.values();
  const caller = async () => {
    for (const call of queue) {
      const { actor, route, url, payload } = call;
      const method = route.split(' ')[0] as 'GET';
      const reply = await t.app.inject({
        method,
        url,
        headers: actor.headers,
        ...(payload === undefined ? {} : { payload: payload as object }),
      });
      const counts = statuses.get(actor.name) ?? new Map<number, number>();
      statuses.set(actor.name, counts.set(reply.statusCode, (counts.get(reply.statusCode) ?? 0) + 1));
      const leak = leakIn(call, reply);
      if (leak) leaks.push(`${actor.name}: ${method} ${url} ${JSON.stringify(payload) ?? ''} -> ${reply.statusCode}: ${leak}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, caller));
  const seconds = (performance.now() - started) / 1_000;
  const { user, system } = process.cpuUsage(before);
  const told = [...statuses].map(
    ([name, counts]) =>
      `  ${name}: ${[...counts]
        .toSorted()
        .map(([status, n]) => `${status} x ${n}`)
        .join(', ')}`,
  );
  process.stdout.write(
    `${calls.length} calls in ${seconds.toFixed(1)} s (${((user + system) / 1e6).toFixed(1)} s of work), ${leaks.length} leaks\n${told.join('\n')}\n`,
  );
  expect(leaks.slice(0, 10)).toEqual([]);

  // Everybody got somewhere, so that nothing was proven by closed doors alone; nobody lost their session on the way.
  for (const { name, kind } of actors) {
    const counts = statuses.get(name)!;
    if (kind === 'nobody') expect([...counts.keys()].toSorted()).toEqual([401]);
    else
      expect([name, (counts.get(200) ?? 0) + (counts.get(201) ?? 0)]).toEqual([
        name,
        expect.toSatisfy((n: number) => n > Math.min(20, fuzzedCalls / 1_000)),
      ]);
  }
  await changedByNobodyElse(head);
}, 600_000);

/** Every event since is of a caller of its own company, and about an answer that this caller may open. */
async function changedByNobodyElse(after: Position): Promise<void> {
  const own = (company: Planted) =>
    new Set([...company.ids.people.map((id) => `user:${id}`), ...company.ids.keys.map((id) => `key:${id}`)]);
  const [ofAlpha, ofBravo] = [own(alpha), own(bravo)];
  let position = after;
  let changes = 0;
  for (;;) {
    const { events } = await t.platform.store.readPage({ after: position, limit: 5_000 });
    if (events.length === 0) break;
    position = events.at(-1)!.position;
    for (const { companyId, stream, type, metadata } of events) {
      const others = companyId === alpha.companyId ? ofBravo : ofAlpha;
      expect([type, stream, others.has(metadata.actor)]).toEqual([type, stream, false]);
      if (type !== 'AnswerCorrected' && type !== 'AnswerVoided') continue;
      changes += 1;
      const actor = actors.find(({ userId }) => `user:${userId}` === metadata.actor);
      for (const [about] of stream.matchAll(words)) expect([stream, actor?.sees(about) ?? true]).toEqual([stream, true]);
    }
  }
  expect(changes).toBeGreaterThan(Math.min(10, fuzzedCalls / 2_000));
}
