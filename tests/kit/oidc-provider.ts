import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Configuration, Provider } from 'oidc-provider';
import { isOurs, type Seen, type Visitor } from './visitor.ts';

/** How the three differ in what matters to us. */
const shapes = {
  /** The address stands in the id token; the secret goes into a header. */
  google: { path: '', auth: 'client_secret_basic', algorithm: 'RS256', conform: false },
  /** The address is told only by the userinfo endpoint; the secret goes into the form. */
  okta: { path: '/oauth2/default', auth: 'client_secret_post', algorithm: 'RS256', conform: true },
  /** A tenant in the path, other keys, and no address but the name of the account. */
  microsoft: { path: '/tenant/v2.0', auth: 'client_secret_post', algorithm: 'ES256', conform: false },
} as const;
export type Shape = keyof typeof shapes;

interface Claims {
  email?: string;
  email_verified?: boolean;
  preferred_username?: string;
  name?: string;
}

export interface OidcPeer {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Who can sign in there, by the name that they type. */
  people: Map<string, Claims>;
  /** Types the name into the provider's own forms; answers where it sends the browser back to. */
  signIn(visitor: Visitor, url: string, login: string): Promise<string>;
  close(): Promise<void>;
}

/** A real OpenID Connect provider on loopback. */
export async function oidcPeer(shape: Shape, redirectUris: string[]): Promise<OidcPeer> {
  const { path, auth, algorithm, conform } = shapes[shape];
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = `${origin}${path}`;
  const people = new Map<string, Claims>();
  const [clientId, clientSecret] = [`frankly-${shape}`, 'a secret of the provider, thirty-two characters'];
  const configuration: Configuration = {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectUris,
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: auth,
        id_token_signed_response_alg: algorithm,
      },
    ],
    clientAuthMethods: [auth],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
    conformIdTokenClaims: conform,
    features: { devInteractions: { enabled: true } },
    cookies: { keys: ['k'] },
    pkce: { required: () => true },
    jwks: { keys: [signingKey(algorithm)] },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: (_, id) => ({ accountId: id, claims: async () => ({ sub: id, ...people.get(id) }) }),
  };
  // It warns of what a provider in earnest would do otherwise.
  const { warn } = console;
  console.warn = () => undefined;
  const provider = new Provider(issuer, configuration);
  console.warn = warn;
  provider.on('server_error', (_, error) => console.error(error));
  const answer = provider.callback();
  server.on('request', (request: IncomingMessage & { originalUrl?: string }, reply) => {
    // As a framework does that mounts the provider below a path.
    request.originalUrl = request.url;
    request.url = request.url!.slice(path.length) || '/';
    void answer(request, reply);
  });
  return {
    issuer,
    clientId,
    clientSecret,
    people,
    signIn: (visitor, url, login) => throughForms(visitor, url, login),
    close: () => new Promise((resolve) => server.close(() => resolve()) && server.closeAllConnections()),
  };
}

async function throughForms(visitor: Visitor, url: string, login: string): Promise<string> {
  let seen: Seen = await visitor.go(url);
  for (let step = 0; step < 20; step++) {
    if (seen.location) {
      if (isOurs(seen.location)) return seen.location;
      seen = await visitor.go(seen.location);
      continue;
    }
    const action = /action="([^"]+)"/.exec(seen.body)?.[1];
    const prompt = /name="prompt" value="([^"]+)"/.exec(seen.body)?.[1];
    if (!action || !prompt) throw new Error(`no form at ${seen.url}: ${seen.status} ${seen.body.slice(0, 500)}`);
    const form = { prompt, ...(prompt === 'login' ? { login, password: 'x' } : {}) };
    seen = await visitor.go(new URL(action, seen.url).href, { method: 'POST', form });
  }
  throw new Error('the provider never sent the browser back');
}

function signingKey(algorithm: 'RS256' | 'ES256') {
  const { privateKey } =
    algorithm === 'RS256'
      ? generateKeyPairSync('rsa', { modulusLength: 2_048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig', alg: algorithm } as never;
}
