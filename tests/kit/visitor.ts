import type { FastifyInstance } from 'fastify';

export interface Seen {
  /** Where this was answered. */
  url: string;
  status: number;
  /** Where it leads, in full. */
  location: string | null;
  body: string;
  headers: Record<string, unknown>;
}

interface Asked {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sent as a form. */
  form?: Record<string, string>;
  /** Sent as JSON. */
  json?: object;
  headers?: Record<string, string>;
  /** As when another site makes the browser post: Lax cookies stay at home. */
  crossSitePost?: boolean;
}

/** A browser as far as cookies and redirects go. Hosts below `localhost` without a port are the product's; others are asked over the network. */
export class Visitor {
  readonly #jars = new Map<string, Map<string, string>>();
  constructor(private readonly app: FastifyInstance) {}

  cookies(url: string): Map<string, string> {
    const { host } = new URL(url);
    const jar = this.#jars.get(host) ?? new Map<string, string>();
    this.#jars.set(host, jar);
    return jar;
  }

  async go(url: string, { method = 'GET', form, json, headers = {}, crossSitePost = false }: Asked = {}): Promise<Seen> {
    const jar = this.cookies(url);
    const cookie = crossSitePost ? '' : [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = {
      ...headers,
      ...(cookie ? { cookie } : {}),
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...(json ? { 'content-type': 'application/json' } : {}),
      ...(crossSitePost ? { 'sec-fetch-site': 'cross-site', origin: 'null' } : {}),
    };
    const payload = form ? new URLSearchParams(form).toString() : json ? JSON.stringify(json) : undefined;
    const seen = isOurs(url)
      ? await this.#inject(url, method, sent, payload)
      : await fetchOne(url, { method, headers: sent, ...(payload === undefined ? {} : { body: payload }), redirect: 'manual' });
    for (const line of seen.cookies) {
      const [pair = '', ...attributes] = line.split(';');
      const split = pair.indexOf('=');
      const gone = attributes.some((one) => /expires=thu, 01 jan 1970|max-age=0/i.test(one));
      if (gone) jar.delete(pair.slice(0, split));
      else jar.set(pair.slice(0, split), pair.slice(split + 1));
    }
    return seen;
  }

  async #inject(url: string, method: NonNullable<Asked['method']>, headers: Record<string, string>, payload?: string) {
    const { host, pathname, search } = new URL(url);
    const reply = await this.app.inject({
      method,
      url: pathname + search,
      headers: { ...headers, host },
      ...(payload === undefined ? {} : { payload }),
    });
    const to = reply.headers['location'];
    return {
      url,
      status: reply.statusCode,
      location: typeof to === 'string' ? new URL(to, url).href : null,
      body: reply.body,
      headers: reply.headers as Record<string, unknown>,
      cookies: [reply.headers['set-cookie'] ?? []].flat(),
    };
  }

  /** Follows redirects until a page, or until `stop` says so; answers where it stands. */
  async follow(url: string, stop: (url: string) => boolean = () => false): Promise<Seen> {
    let seen = await this.go(url);
    for (let hops = 0; seen.location && !stop(seen.location); hops++) {
      if (hops > 15) throw new Error(`redirects without end at ${seen.location}`);
      seen = await this.go(seen.location);
    }
    return seen;
  }
}

export const isOurs = (url: string): boolean => /^(localhost|[a-z0-9-]+\.localhost)$/.test(new URL(url).host);

async function fetchOne(url: string, init: RequestInit): Promise<Seen & { cookies: string[] }> {
  const reply = await fetch(url, init);
  const to = reply.headers.get('location');
  return {
    url,
    status: reply.status,
    location: to === null ? null : new URL(to, url).href,
    body: await reply.text(),
    headers: Object.fromEntries(reply.headers),
    cookies: reply.headers.getSetCookie(),
  };
}
