import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

/** A person's browser: keeps cookies, and calls from an address of its own. */
export class Browser {
  readonly cookies = new Map<string, string>();
  constructor(
    readonly app: FastifyInstance,
    readonly from: { host?: string; address?: string } = {},
  ) {}

  get(url: string): Promise<LightMyRequestResponse> {
    return this.#call('GET', url);
  }
  post(url: string, payload: object): Promise<LightMyRequestResponse> {
    return this.#call('POST', url, payload);
  }
  /** With the same cookies, at another host. */
  at(host: string): Browser {
    const there = new Browser(this.app, { ...this.from, host });
    for (const [name, value] of this.cookies) there.cookies.set(name, value);
    return there;
  }

  async #call(method: 'GET' | 'POST', url: string, payload?: object): Promise<LightMyRequestResponse> {
    const { host = 'localhost', address = '192.0.2.1' } = this.from;
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ');
    const headers = { host, ...(cookie ? { cookie } : {}), 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/130.0' };
    const reply = await this.app.inject({ method, url, headers, remoteAddress: address, ...(payload ? { payload } : {}) });
    for (const { name, value, maxAge } of reply.cookies) {
      if (value === '' || maxAge === 0) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return reply;
  }
}
