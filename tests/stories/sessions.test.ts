import type { FastifyInstance } from 'fastify';
import { Metrics } from '@frankly/infra/logging/metrics';
import { sqlFeedbackQueries } from '@frankly/projections/feedback/sql-queries';
import { buildApp } from '@frankly/services/http/app';
import { emailHash } from '@frankly/services/identity/accounts';
import { issueRecoveryCodes } from '@frankly/services/identity/recovery-codes';
import { beginEnrolment } from '@frankly/services/identity/second-step';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeSecurity } from '../kit/people.ts';
import { type TestApp, type TestCompany, testApp } from '../kit/test-app.ts';

const minutes = 60_000;
const hours = 60 * minutes;

let t: TestApp;
let acme: TestCompany;
let inProduction: FastifyInstance;

beforeAll(async () => {
  t = await testApp();
  acme = await t.company();
  inProduction = await buildApp({
    platform: t.platform,
    intake: t.intake,
    metrics: new Metrics(),
    queries: sqlFeedbackQueries(t.platform.read, t.platform.progress),
    watched: t.platform.engine,
    sessionSecret: t.secrets.sessionSecret,
    production: true,
    site: { url: 'https://frankly.example', cdn: '/', staffLoginUrl: null, recaptcha: null },
    webRoot: 'nowhere',
  });
});
afterAll(async () => {
  await inProduction.close();
  await t.close();
});

const signIn = (app = t.app, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/ajax/login', headers, payload: { email: acme.email, password: acme.password } });
const sessionOf = (reply: Awaited<ReturnType<typeof signIn>>) => {
  expect(reply.statusCode).toBe(200);
  return reply.cookies.find(({ name }) => name.endsWith('frankly'))!;
};
const meWith = async ({ name, value }: { name: string; value: string }) => {
  const reply = await t.app.inject({ method: 'GET', url: '/me', headers: { cookie: `${name}=${encodeURIComponent(value)}` } });
  return reply.statusCode;
};

describe('a session', () => {
  test('that nobody used for two hours is over; one that is used goes on', async () => {
    const [used, idle] = [sessionOf(await signIn()), sessionOf(await signIn())];
    t.clock.advance(119 * minutes);
    expect(await meWith(used)).toBe(200);
    t.clock.advance(minutes);
    expect([await meWith(used), await meWith(idle)]).toEqual([200, 401]);
  });

  test('is over after twelve hours, however much it was used', async () => {
    const session = sessionOf(await signIn());
    for (let hour = 1; hour < 12; hour += 1) {
      t.clock.advance(hours);
      expect(await meWith(session)).toBe(200);
    }
    t.clock.advance(hours - minutes);
    expect(await meWith(session)).toBe(200);
    t.clock.advance(minutes);
    expect(await meWith(session)).toBe(401);
  });

  test('keeps to what its company says, at once', async () => {
    await changeSecurity(t, acme.companyId, { sessionIdleMinutes: 5, sessionHours: 1 });
    const [idle, used] = [sessionOf(await signIn()), sessionOf(await signIn())];
    t.clock.advance(4 * minutes);
    expect(await meWith(used)).toBe(200);
    t.clock.advance(minutes);
    expect([await meWith(used), await meWith(idle)]).toEqual([200, 401]);
    await changeSecurity(t, acme.companyId, { sessionIdleMinutes: 120, sessionHours: 12 });
  });

  test('has an id of at least 128 random bits, and nobody’s twice', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 20; n += 1) ids.push(sessionOf(await signIn()).value.split('.')[0]!);
    expect(new Set(ids).size).toBe(20);
    for (const id of ids) expect(Buffer.from(id, 'base64url').length).toBeGreaterThanOrEqual(16);
    // No byte is the same in all of them, so that none is a counter or a name of the person.
    const bytes = ids.map((id) => Buffer.from(id, 'base64url'));
    for (let at = 0; at < 16; at += 1) expect(new Set(bytes.map((one) => one[at])).size).toBeGreaterThan(5);
  });

  test('is not made up, nor kept when its signature is cut off', async () => {
    const { name, value } = sessionOf(await signIn());
    expect(await meWith({ name, value: value.split('.')[0]! })).toBe(401);
    expect(await meWith({ name, value: `${value.slice(0, -2)}xx` })).toBe(401);
    expect(await meWith({ name, value: 'x'.repeat(40) })).toBe(401);
  });
});

describe('what is given out once', () => {
  test('secrets of a second step and recovery codes are all different, and long enough', async () => {
    const hash = emailHash(t.platform, acme.email);
    const secrets: string[] = [];
    for (let n = 0; n < 10; n += 1) secrets.push((await beginEnrolment(t.platform, hash, acme.email)).mfaSecret);
    expect(new Set(secrets).size).toBe(10);
    // Base32: five bits each.
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{26,}$/);
    const codes = await issueRecoveryCodes(t.platform, hash);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[A-Z2-7]{13}$/);
    expect(new Set(codes.join('')).size).toBeGreaterThan(20);
  });
});

describe('in production', () => {
  test('cookies are for https, for this host alone and for no script', async () => {
    const { cookies } = await signIn(inProduction, { 'x-forwarded-proto': 'https', host: 'acme.frankly.example' });
    expect(cookies.map(({ name }) => name).toSorted()).toEqual(['__Host-frankly', '__Host-frankly_device']);
    for (const cookie of cookies) {
      expect(cookie).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Lax', path: '/' });
      expect(cookie).not.toHaveProperty('domain');
    }
  });

  test('no page or answer lets another site read it', async () => {
    for (const url of ['/login', '/me', '/docs/json', '/healthz']) {
      const headers = { origin: 'https://other.example', host: 'acme.frankly.example', 'x-forwarded-proto': 'https' };
      for (const method of ['GET', 'OPTIONS'] as const) {
        const reply = await inProduction.inject({ method, url, headers });
        expect([url, Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))]).toEqual([url, []]);
      }
      const { headers: sent } = await inProduction.inject({ method: 'GET', url, headers });
      expect(sent['strict-transport-security']).toMatch(/max-age=31536000; includeSubDomains/);
    }
  });
});
