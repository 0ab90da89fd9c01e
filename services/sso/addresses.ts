import type { SsoProvider } from '@frankly/contracts/security';
import type { Site } from '../http/site.ts';

/** Names of this machine to itself; also what is below `localhost`. */
const loopback = /^(localhost|[a-z0-9-]+\.localhost|127\.0\.0\.1|\[::1\])$/;

export const isLoopback = (url: URL): boolean => loopback.test(url.hostname);

/** The origin that a person is at, when it is one of ours: the site's own, or one label below it. Else null. */
export function ownOrigin(
  { protocol, host }: { protocol: string; host: string },
  { site, production }: { site: Pick<Site, 'url'>; production: boolean },
): string | null {
  const asked = `${protocol}://${host}`;
  if (!URL.canParse(asked)) return null;
  const here = new URL(asked);
  const home = new URL(site.url);
  if (!production && isLoopback(here)) return here.origin;
  const label = here.hostname.endsWith(`.${home.hostname}`) ? here.hostname.slice(0, -home.hostname.length - 1) : '';
  const below = /^[a-z0-9-]+$/.test(label);
  const ours = here.hostname === home.hostname || below;
  return ours && here.protocol === home.protocol && here.port === home.port ? here.origin : null;
}

export const oidcRedirectUri = (origin: string, slug: string, provider: SsoProvider): string =>
  `${origin}/sso/callback/${slug}/${provider}`;

/** One place for all of a company's hosts: an identity provider knows exactly one. */
export const samlAddresses = ({ url }: Pick<Site, 'url'>, slug: string) => ({
  entityId: `${url}/sso/saml/metadata?company=${slug}`,
  acs: `${url}/sso/saml/acs`,
});

/** What to enter at the identity provider, by what it is called there. */
export function addressesFor({ url }: Pick<Site, 'url'>, slug: string, provider: SsoProvider): Record<string, string> {
  if (provider === 'saml') {
    const { entityId, acs } = samlAddresses({ url }, slug);
    return { 'Entity ID and metadata': entityId, 'Reply address (ACS)': acs };
  }
  const home = new URL(url);
  const numeric = /^[\d.]+$|^\[/.test(home.hostname);
  const ofCompany = `${home.protocol}//${slug}.${home.host}`;
  return {
    'Redirect address': oidcRedirectUri(home.origin, slug, provider),
    ...(numeric ? {} : { 'Redirect address of your own host': oidcRedirectUri(ofCompany, slug, provider) }),
  };
}
