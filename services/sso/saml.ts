import { createPrivateKey, generateKeyPair, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { generateServiceProviderMetadata, SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import type { CompanyId } from '@frankly/contracts/identity';
import type { SamlSettings } from '@frankly/contracts/security';
import type { Platform } from '../platform.ts';
import { selfSignedCertificate } from './certificate.ts';
import { keepSecret, secretOf } from './company-secrets.ts';
import { type Assertion, type Expected, openEnvelope, readAssertion } from './saml-answer.ts';
import type { Identity } from './whose-account.ts';

/** Of what a browser's way through the provider needs afterwards. Sealed while it is under way. */
export interface SamlRequest {
  origin: string;
  redirect: string;
}

/** Our key for one company, and the certificate that carries its public half. */
interface OwnKey {
  privateKey: string;
  certificate: string;
}

const keyName = 'saml-key';
const certificateYears = 20;

/** Made once per company; whoever is faster wins, and all use that one. */
export async function ownKey(platform: Platform, companyId: CompanyId): Promise<OwnKey> {
  const kept = await secretOf(platform, companyId, keyName);
  if (kept) return JSON.parse(kept) as OwnKey;
  const { privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const from = platform.clock.now();
  const until = new Date(from);
  until.setUTCFullYear(from.getUTCFullYear() + certificateYears);
  const certificate = selfSignedCertificate(createPrivateKey(privateKey), { name: 'Frankly', from, until });
  const made = JSON.stringify({ privateKey, certificate } satisfies OwnKey);
  return JSON.parse(await keepSecret(platform, companyId, keyName, made, { first: true })) as OwnKey;
}

export interface OwnAddresses {
  entityId: string;
  acs: string;
}

const basics = ({ entityId, acs }: OwnAddresses, { privateKey }: OwnKey) => ({
  issuer: entityId,
  callbackUrl: acs,
  privateKey,
  signatureAlgorithm: 'sha256' as const,
  digestAlgorithm: 'sha256' as const,
  identifierFormat: null,
  wantAssertionsSigned: true,
});

/** What the provider has to know about us. */
export const ownMetadata = (addresses: OwnAddresses, key: OwnKey): string =>
  generateServiceProviderMetadata({
    ...basics(addresses, key),
    publicCerts: key.certificate,
    generateUniqueId: newId,
  });

/** An XML ID begins with no digit. */
const newId = (): string => `_${randomUUID()}`;

/** The address with a signed request that a browser is sent to; `id` names the request. */
export async function requestUrl(
  addresses: OwnAddresses,
  key: OwnKey,
  settings: SamlSettings,
): Promise<{ url: string; id: string }> {
  const id = newId();
  const saml = new SAML({
    ...basics(addresses, key),
    entryPoint: settings.signInUrl,
    idpCert: settings.certificates,
    // However people sign in there is up to the company.
    disableRequestedAuthnContext: true,
    generateUniqueId: () => id,
  });
  return { url: await saml.getAuthorizeUrlAsync('', undefined, {}), id };
}

/**
 * The assertion in an answer to this request. The library checks the signatures; what it leaves out is checked before and
 * after, on nothing but what was signed. @throws when anything is not as it should be
 */
export async function assertionIn(
  answer: string,
  request: { id: string },
  settings: SamlSettings,
  key: OwnKey,
  expected: Expected,
): Promise<Assertion> {
  const xml = openEnvelope(answer, expected);
  const saml = new SAML({
    ...basics({ entityId: expected.ourEntityId, acs: expected.acs }, key),
    entryPoint: settings.signInUrl,
    idpCert: settings.certificates,
    idpIssuer: settings.entityId,
    audience: expected.ourEntityId,
    wantAuthnResponseSigned: false,
    validateInResponseTo: ValidateInResponseTo.always,
    // Times are checked by our own clock.
    acceptedClockSkewMs: -1,
    cacheProvider: onlyRequest(request),
  });
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: Buffer.from(xml).toString('base64') });
  if (!profile?.getAssertionXml) throw new Error('it holds no assertion');
  return readAssertion(profile.getAssertionXml(), request.id, expected);
}

/** The one request that an answer may be to. It is taken elsewhere, together with the assertion. */
const onlyRequest = ({ id }: { id: string }) => ({
  saveAsync: async () => null,
  getAsync: async (asked: string) => (asked === id ? new Date().toISOString() : null),
  removeAsync: async () => null,
});

const addressNames = [
  'email',
  'mail',
  'emailaddress',
  'user.email',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
];
const nameNames = [
  'name',
  'displayname',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'urn:oid:2.16.840.1.113730.3.1.241',
];

/** Whom an assertion is about, by the attributes that providers commonly send. Several addresses are as good as none. */
export function identityOf({ nameId, transient, attributes }: Assertion, issuer: string): Identity {
  const valuesOf = (names: readonly string[]) => [...new Set(names.flatMap((name) => attributes.get(name) ?? []))];
  const addresses = valuesOf(addressNames);
  const email = addresses.length === 0 && nameId.includes('@') ? nameId : addresses.length === 1 ? addresses[0]! : null;
  return {
    provider: 'saml',
    issuer,
    subject: transient ? (email ?? nameId).toLowerCase() : nameId,
    email,
    name: valuesOf(nameNames)[0] ?? null,
  };
}
