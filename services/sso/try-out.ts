import { X509Certificate } from 'node:crypto';
import type { OidcSettings, SamlSettings, SsoTest } from '@frankly/contracts/security';
import * as client from 'openid-client';
import { readIdpMetadata } from './idp-metadata.ts';
import { discover, IssuerDiffers } from './oidc.ts';
import { ask, fetchText, reason, Unreachable } from './remote.ts';
import { XmlRefused } from './xml.ts';

type Check = SsoTest['checks'][number];
const good = (name: string, message: string): Check => ({ name, passed: true, message });
const bad = (name: string, message: string): Check => ({ name, passed: false, message });
const outcome = (checks: Check[]): SsoTest => ({ works: checks.every(({ passed }) => passed), checks });

/** Tries a provider as far as it goes without a person, from its address to our client secret. */
export async function tryOidc(
  settings: OidcSettings,
  clientSecret: string | null,
  { production, redirectUri }: { production: boolean; redirectUri: string },
): Promise<SsoTest> {
  const checks: Check[] = [];
  let config: client.Configuration;
  try {
    config = await discover(settings, clientSecret, { production });
  } catch (error) {
    return outcome([undiscovered(settings.issuer, error)]);
  }
  checks.push(good('Address', 'The provider answers at its address.'), good('Issuer', 'It is the issuer that was entered.'));
  const server = config.serverMetadata();
  const missing = (['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const).filter((name) => !server[name]);
  if (missing.length > 0) {
    checks.push(bad('Endpoints', `The provider does not publish ${missing.join(', ')}.`));
    return outcome(checks);
  }
  checks.push(good('Endpoints', 'It publishes where people sign in and where codes are exchanged.'));
  checks.push(await keysOf(server.jwks_uri!));
  checks.push(await secretWorks(config, clientSecret, redirectUri));
  return outcome(checks);
}

function undiscovered(issuer: string, error: unknown): Check {
  if (error instanceof IssuerDiffers)
    return bad('Issuer', `The provider calls itself ${error.said}, not ${issuer}. Enter exactly what it calls itself.`);
  const { code, cause } = error as { code?: string; cause?: { body?: { issuer?: unknown }; status?: number } };
  const said = cause?.body?.issuer;
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED' && typeof said === 'string')
    return bad('Issuer', `The provider calls itself ${said.slice(0, 500)}, not ${issuer}. Enter exactly what it calls itself.`);
  if (typeof cause?.status === 'number')
    return bad('Address', `There is no provider at ${issuer}: its discovery document answered with status ${cause.status}.`);
  const why = reason(error).message;
  if (code?.startsWith('OAUTH_') && why === new Unreachable('it could not be reached').message)
    return bad('Address', `What answers at ${issuer} is no OpenID Connect provider.`);
  return bad('Address', `The provider at ${issuer} cannot be asked: ${why}.`);
}

async function keysOf(address: string): Promise<Check> {
  try {
    const { keys } = JSON.parse(await fetchText(address)) as { keys?: unknown };
    return Array.isArray(keys) && keys.length > 0
      ? good('Keys', 'Its signing keys can be read.')
      : bad('Keys', 'The provider publishes no signing keys.');
  } catch (error) {
    const why = error instanceof SyntaxError ? 'what answers there are no keys' : reason(error).message;
    return bad('Keys', `The provider’s signing keys cannot be read: ${why}.`);
  }
}

/** A code that nobody was given is refused by whoever takes the secret; a wrong secret is refused before. */
async function secretWorks(config: client.Configuration, clientSecret: string | null, redirectUri: string): Promise<Check> {
  const name = 'Client secret';
  if (!clientSecret) return bad(name, 'There is no client secret yet. Enter the one that the provider shows.');
  try {
    await client.genericGrantRequest(config, 'authorization_code', { code: 'frankly-test', redirect_uri: redirectUri });
  } catch (error) {
    const { error: said, status, code } = error as { error?: string; status?: number; code?: string };
    if (
      said === 'invalid_client' ||
      said === 'unauthorized_client' ||
      status === 401 ||
      code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE'
    )
      return bad(
        name,
        'The provider does not take this client ID and secret. Copy both again, and check that neither has expired.',
      );
    if (said === undefined && !code?.startsWith('OAUTH_'))
      return bad(name, `The provider could not be asked about the client secret: ${reason(error).message}.`);
  }
  return good(name, 'The provider knows this client ID and secret.');
}

const dayMs = 24 * 60 * 60_000;
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** Tries the set-up of SAML: certificates, and what is at the addresses. */
export async function trySaml(settings: SamlSettings, now: Date): Promise<SsoTest> {
  const checks = settings.certificates.map((pem, index) =>
    certificate(settings.certificates.length > 1 ? `Certificate ${index + 1}` : 'Certificate', pem, now),
  );
  // While a provider changes its certificate, the old and the new one stand side by side.
  const oneWorks = checks.some(({ passed }) => passed);
  const certificates = checks.map((check) => (oneWorks ? { ...check, passed: true } : check));
  const signIn = await ask(settings.signInUrl).then(
    ({ status }) =>
      status < 500
        ? good('Sign-in address', 'The provider’s sign-in page answers.')
        : bad('Sign-in address', `The provider’s sign-in page answers with status ${status}.`),
    (error: Error) => bad('Sign-in address', `The provider’s sign-in page cannot be reached: ${error.message}.`),
  );
  const metadata = settings.metadataUrl ? [await metadataAgrees(settings, settings.metadataUrl)] : [];
  return outcome([...certificates, signIn, ...metadata]);
}

function certificate(name: string, pem: string, now: Date): Check {
  let read: X509Certificate;
  try {
    read = new X509Certificate(pem);
  } catch {
    return bad(name, 'The certificate cannot be read. Load the metadata again.');
  }
  const [from, until] = [new Date(read.validFrom), new Date(read.validTo)];
  if (until <= now)
    return bad(name, `The certificate expired on ${dayOf(until)}. Load the metadata again once the provider has a new one.`);
  if (from > now) return bad(name, `The certificate is valid only from ${dayOf(from)} on.`);
  const days = Math.floor((until.getTime() - now.getTime()) / dayMs);
  return good(name, `The certificate is valid until ${dayOf(until)}${days < 30 ? `, only ${days} more days` : ''}.`);
}

async function metadataAgrees(settings: SamlSettings, address: string): Promise<Check> {
  const name = 'Metadata address';
  try {
    const now = readIdpMetadata(await fetchText(address));
    if (now.entityId !== settings.entityId)
      return bad(name, `The metadata is of ${now.entityId} now. Load it again if that is right.`);
    const same = now.signInUrl === settings.signInUrl && now.certificates.join() === settings.certificates.join();
    return same
      ? good(name, 'The metadata is as it was when it was loaded.')
      : bad(name, 'The metadata has changed since it was loaded. Load it again.');
  } catch (error) {
    if (error instanceof XmlRefused) return bad(name, `What is at the metadata address cannot be used: ${error.message}.`);
    return bad(name, `The metadata cannot be fetched: ${reason(error).message}.`);
  }
}
