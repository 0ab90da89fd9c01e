import { registerUser } from '@frankly/services/identity/accounts';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AnswerFields, newSigner, rsa, type SamlPeer, samlPeer, signed, unsignedAnswer } from '../kit/saml-idp.ts';
import { SsoCompany } from '../kit/sso-company.ts';
import { type TestApp, testApp } from '../kit/test-app.ts';
import { Visitor } from '../kit/visitor.ts';
import { hostileAnswers, type HostileTools } from './saml-hostile.ts';

let t: TestApp;
let acme: SsoCompany;
let rival: SsoCompany;
let idp: SamlPeer;
let rivals: SamlPeer;
let metadata: string;
/** Why sign-ins were refused, the newest last; only a log says so. */
const reasons: string[] = [];
const acs = 'http://localhost/sso/saml/acs';
const email = 'jo@acme.example';
let userId: string;

beforeAll(async () => {
  const log = pino(
    { level: 'warn' },
    { write: (line: string) => reasons.push((JSON.parse(line) as { reason?: string }).reason ?? '') },
  );
  t = await testApp({ log });
  acme = await SsoCompany.of(t, 'acme');
  rival = await SsoCompany.of(t, 'rival');
  [idp, rivals] = await Promise.all([samlPeer(), samlPeer()]);
  await acme.change('PUT', '/saml', { name: 'Acme', metadataUrl: idp.metadataUrl });
  await rival.change('PUT', '/saml', { name: 'Rival', metadataXml: rivals.metadata });
  await acme.own('acme.example');
  const person = { email, name: 'Jo', password: 'long enough for anybody', roleType: 'frontline_staff', role: 'Seller' } as const;
  ({ userId } = await registerUser(t.platform, acme.company.companyId, person, 'system'));
  await t.projected();
  metadata = (await new Visitor(t.app).go(`${acme.home}/sso/saml/metadata`)).body;
});
afterAll(async () => {
  await Promise.all([idp.close(), rivals.close()]);
  await t.close();
});

interface Started {
  visitor: Visitor;
  id: string;
  fields: AnswerFields;
}

/** A browser that was sent to the provider. */
async function started({ visitor = new Visitor(t.app), of = acme, at = idp, who = email } = {}): Promise<Started> {
  const away = await visitor.go(`${of.home}/sso/saml?redirect=/feedback`);
  expect(away.location).toContain('/sso?SAMLRequest=');
  const ours = of === acme ? metadata : (await visitor.go(`${of.home}/sso/saml/metadata`)).body;
  const { id, fields } = await at.requestIn(ours, away.location!);
  return { visitor, id, fields: fields(who) };
}

const encoded = (xml: string) => Buffer.from(xml).toString('base64');
const decoded = (base64: string) => Buffer.from(base64, 'base64').toString();

/** Posts an answer as the provider's page makes the browser do, and goes where that leads. */
async function post(visitor: Visitor, base64: string): Promise<string | null> {
  const posted = await visitor.go(acs, { method: 'POST', form: { SAMLResponse: base64 }, crossSitePost: true });
  expect(posted.status).toBe(303);
  return posted.location?.includes('/sso/finish?') ? (await visitor.go(posted.location)).location : posted.location;
}
const inside = 'http://acme.localhost/feedback';

describe('an answer of the provider', () => {
  test('to a request that our metadata proves signs the person in', async () => {
    const { visitor, fields } = await started();
    expect(await post(visitor, await idp.answer(metadata, fields))).toBe(inside);
    expect(await acme.whoIs(visitor)).toBe(email);
    const history = await acme.history(userId);
    expect(history.at(-1)).toMatchObject({ type: 'SignedIn', data: { method: 'saml' } });
    expect(history.map(({ type }) => type)).toContain('SsoLinked');
  });

  const controls: [string, (fields: AnswerFields) => string][] = [
    ['whose assertion is signed', (fields) => signed(unsignedAnswer(fields), { signer: idp.signer })],
    [
      'that is signed as well',
      (fields) => signed(signed(unsignedAnswer(fields), { signer: idp.signer }), { signer: idp.signer, over: 'Response' }),
    ],
    ['with RSA and SHA-512', (fields) => signed(unsignedAnswer(fields), { signer: idp.signer, algorithm: rsa('sha512') })],
    [
      'without an issuer of its own',
      (fields) =>
        signed(unsignedAnswer(fields), { signer: idp.signer }).replace(
          /(<samlp:Response[^>]*>)<saml:Issuer>[^<]*<\/saml:Issuer>/,
          '$1',
        ),
    ],
    [
      'with an XML declaration',
      (fields) => `<?xml version="1.0" encoding="UTF-8"?>\n${signed(unsignedAnswer(fields), { signer: idp.signer })}`,
    ],
  ];
  test.each(controls)('%s is accepted', async (_, make) => {
    const { visitor, fields } = await started();
    expect(await post(visitor, encoded(make(fields)))).toBe(inside);
  });

  test('for another browser than the one that started is worth nothing to it', async () => {
    const { visitor, fields } = await started();
    const answer = await idp.answer(metadata, fields);
    const other = new Visitor(t.app);
    await started({ visitor: other });
    const posted = await other.go(acs, { method: 'POST', form: { SAMLResponse: answer }, crossSitePost: true });
    expect((await other.go(posted.location!)).location).toBe(`${acme.home}/login?error=sso_refused`);
    expect(await acme.whoIs(other)).toBeNull();
    expect((await visitor.go(posted.location!)).location).toBe(inside);
  });

  test('posted 50 times at once signs in once', async () => {
    const { visitor, fields } = await started();
    const form = { SAMLResponse: await idp.answer(metadata, fields) };
    const posted = await Promise.all(
      Array.from({ length: 50 }, () => visitor.go(acs, { method: 'POST', form, crossSitePost: true })),
    );
    const tickets = posted.map(({ location }) => location!).filter((to) => to.includes('/sso/finish?ticket='));
    expect([tickets.length, posted.length]).toEqual([1, 50]);
    const finished = await Promise.all(Array.from({ length: 50 }, () => visitor.go(tickets[0]!)));
    expect(finished.filter(({ location }) => location === inside)).toHaveLength(1);
  });

  test('waits two minutes for its browser, and a request ten for its answer', async () => {
    const { visitor, fields } = await started();
    const form = { SAMLResponse: await idp.answer(metadata, fields) };
    const posted = await visitor.go(acs, { method: 'POST', form, crossSitePost: true });
    t.clock.advance(2 * 60_000);
    expect((await visitor.go(posted.location!)).location).toBe(`${acme.home}/login?error=sso_refused`);

    const slow = await started();
    t.clock.advance(10 * 60_000);
    const later = { ...slow.fields };
    for (const name of ['ConditionsNotOnOrAfter', 'SubjectConfirmationDataNotOnOrAfter'] as const) {
      later[name] = new Date(t.clock.now().getTime() + 60_000).toISOString();
    }
    expect(await post(slow.visitor, encoded(signed(unsignedAnswer(later), { signer: idp.signer })))).toContain(
      'error=sso_refused',
    );
    expect(reasons.at(-1)).toBe('sso_refused');
    t.clock.advance(-12 * 60_000);
  });
});

describe('an address', () => {
  test('of nobody here opens nothing', async () => {
    const { visitor, fields } = await started({ who: 'nobody@acme.example' });
    expect(await post(visitor, await idp.answer(metadata, fields))).toBe(
      `${acme.home}/login?error=sso_no_account&redirect=%2Ffeedback`,
    );
  });

  test('of another company’s domain opens nothing there', async () => {
    const { visitor, fields } = await started({ of: rival, at: rivals });
    const ours = (await visitor.go(`${rival.home}/sso/saml/metadata`)).body;
    expect(await post(visitor, await rivals.answer(ours, fields))).toBe(
      `${rival.home}/login?error=sso_no_account&redirect=%2Ffeedback`,
    );
  });

  test('with several others beside it is as good as none', async () => {
    const { visitor, fields } = await started({ who: 'two@acme.example' });
    const more = '<saml:Attribute Name="mail"><saml:AttributeValue>jo@acme.example</saml:AttributeValue></saml:Attribute>';
    const xml = unsignedAnswer(fields).replace('</saml:AttributeStatement>', `${more}</saml:AttributeStatement>`);
    expect(await post(visitor, encoded(signed(xml, { signer: idp.signer })))).toContain('sso_no_account');
  });
});

describe('an answer that nobody should believe', () => {
  const stranger = newSigner();
  const outcomes: boolean[] = [];
  afterAll(() => console.log(`SAML: ${outcomes.length} hostile answers, ${outcomes.filter(Boolean).length} accepted`));

  test.each(hostileAnswers.map((one) => [one.name, one] as const))('%s', async (_, { make, reason }) => {
    const { visitor, fields, id } = await started();
    const tools: HostileTools = {
      fields,
      id,
      signer: idp.signer,
      stranger,
      honest: async () => decoded(await idp.answer(metadata, fields)),
      accepted: async () => {
        const before = await started({ visitor });
        const answer = await idp.answer(metadata, before.fields);
        expect(await post(visitor, answer)).toBe(inside);
        await visitor.go(`${acme.home}/ajax/logout`, { method: 'POST' });
        return { fields: before.fields, xml: decoded(answer) };
      },
      ofRival: async () => {
        const there = await started({ visitor, of: rival, at: rivals });
        return { fields: there.fields, signer: rivals.signer, entityId: rivals.entityId };
      },
    };
    const made = await make(tools);
    const base64 = typeof made === 'string' ? encoded(made) : made.base64;
    reasons.length = 0;
    const to = await post(visitor, base64);
    const who = (await acme.whoIs(visitor)) ?? (await rival.whoIs(visitor));
    outcomes.push(who !== null || !to?.includes('/login?error=sso_refused'));
    expect([who, to]).toEqual([null, expect.stringMatching(/\/login\?error=sso_refused/)]);
    expect(reasons.at(-1)).toMatch(reason);
  });
});

describe('what we tell the provider', () => {
  test('is the same for every call, and its key is kept sealed', async () => {
    const again = await Promise.all(
      Array.from({ length: 5 }, () => new Visitor(t.app).go(`http://localhost/sso/saml/metadata?company=acme`)),
    );
    const certificateOf = (xml: string) => /X509Certificate>([^<]+)</.exec(xml)![1];
    for (const { body, headers } of again) {
      expect(certificateOf(body)).toBe(certificateOf(metadata));
      expect(headers['content-type']).toMatch(/^application\/samlmetadata\+xml/);
    }
    expect(metadata).toContain('AuthnRequestsSigned="true"');
    expect(metadata).toContain(`Location="${acs}"`);
    expect(metadata).toContain('entityID="http://localhost/sso/saml/metadata?company=acme"');
    const { rows } = await t.platform.pool.query('select sealed from company_secrets');
    expect(rows.map(({ sealed }) => sealed).join('\n')).not.toContain('PRIVATE KEY');
    expect((await new Visitor(t.app).go('http://localhost/sso/saml/metadata')).status).toBe(404);
  });
});
