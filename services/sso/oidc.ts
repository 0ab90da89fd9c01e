import type { CompanyId } from '@frankly/contracts/identity';
import type { OidcProvider, OidcSettings } from '@frankly/contracts/security';
import * as client from 'openid-client';
import type { Platform } from '../platform.ts';
import { secretOf } from './company-secrets.ts';
import type { Identity } from './whose-account.ts';

/** How long the provider may take for one answer. */
const patienceSeconds = 8;
/** A provider's addresses and keys' address are asked for again after this long. */
const trustMs = 10 * 60_000;
const clockToleranceSeconds = 30;

/** What a browser's way through the provider needs afterwards. Sealed while it is under way. */
export interface OidcRequest {
  origin: string;
  redirect: string;
  nonce: string;
  verifier: string;
}

export const clientSecretName = (provider: OidcProvider): string => `oidc-${provider}`;

/** What the provider publishes about itself, and how we call it. @throws when it does not answer, or for another issuer */
export async function discover(
  { issuer, clientId }: OidcSettings,
  clientSecret: string | null,
  { production }: { production: boolean },
): Promise<client.Configuration> {
  const url = new URL(issuer);
  const insecure = url.protocol === 'http:' && !production;
  let supported: readonly string[] | undefined;
  const authentication: client.ClientAuth = (server, ...rest) => {
    supported ??= server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const basic = supported.includes('client_secret_basic');
    return (basic ? client.ClientSecretBasic : client.ClientSecretPost)(clientSecret ?? '')(server, ...rest);
  };
  const config = await client.discovery(url, clientId, { [client.clockTolerance]: clockToleranceSeconds }, authentication, {
    timeout: patienceSeconds,
    // The signature of the id token is checked too, though it comes from the provider itself.
    execute: [client.enableNonRepudiationChecks, ...(insecure ? [client.allowInsecureRequests] : [])],
  });
  // The library lets Microsoft answer for all of its tenants at once; then anybody's administrator could name anybody.
  const said = config.serverMetadata().issuer;
  if (!URL.canParse(said) || new URL(said).href !== url.href) throw new IssuerDiffers(said);
  return config;
}

/** The provider calls itself otherwise than it was set up here. */
export class IssuerDiffers extends Error {
  override name = 'IssuerDiffers';
  constructor(readonly said: string) {
    super('the issuer differs');
  }
}

export interface OidcPeers {
  /** The address that a browser is sent to, and what to remember. */
  start(
    companyId: CompanyId,
    provider: OidcProvider,
    settings: OidcSettings,
    redirectUri: string,
  ): Promise<{ url: URL; state: string; nonce: string; verifier: string }>;
  /** Whom the provider says it is. @throws when anything about its answer is not as it should be */
  finish(
    companyId: CompanyId,
    provider: OidcProvider,
    settings: OidcSettings,
    answer: { url: URL; state: string; nonce: string; verifier: string },
  ): Promise<Identity>;
}

/** Google, Okta and Microsoft alike, by OpenID Connect discovery, with code and PKCE. */
export function createOidcPeers(platform: Platform, { production }: { production: boolean }): OidcPeers {
  const known = new Map<string, { config: client.Configuration; until: number }>();

  const configOf = async (companyId: CompanyId, provider: OidcProvider, settings: OidcSettings) => {
    const secret = await secretOf(platform, companyId, clientSecretName(provider));
    const name = JSON.stringify([companyId, provider, settings.issuer, settings.clientId, secret]);
    const now = platform.clock.now().getTime();
    const found = known.get(name);
    if (found && now < found.until) return found.config;
    for (const [key, { until }] of known) if (until <= now) known.delete(key);
    const config = await discover(settings, secret, { production });
    known.set(name, { config, until: now + trustMs });
    return config;
  };

  return {
    async start(companyId, provider, settings, redirectUri) {
      const config = await configOf(companyId, provider, settings);
      const [verifier, state, nonce] = [client.randomPKCECodeVerifier(), client.randomState(), client.randomNonce()];
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      });
      return { url, state, nonce, verifier };
    },

    async finish(companyId, provider, settings, { url, state, nonce, verifier }) {
      const config = await configOf(companyId, provider, settings);
      const tokens = await client.authorizationCodeGrant(config, url, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims()!;
      const more =
        claims['email'] === undefined && config.serverMetadata().userinfo_endpoint
          ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
          : {};
      return identityOf(provider, { ...more, ...claims });
    },
  };
}

type Claims = Record<string, unknown> & { iss: string; sub: string };

/** An address that the provider itself has not proven counts as none. */
export function identityOf(provider: OidcProvider, claims: Claims): Identity {
  // Microsoft sends the address only where it was asked to; the name of the account has the same form.
  const address = claims['email'] ?? (provider === 'microsoft' ? claims['preferred_username'] : undefined);
  const proven = claims['email_verified'] !== false && claims['email_verified'] !== 'false';
  return {
    provider,
    issuer: claims.iss,
    subject: claims.sub,
    email: typeof address === 'string' && proven ? address : null,
    name: typeof claims['name'] === 'string' ? claims['name'] : null,
  };
}
