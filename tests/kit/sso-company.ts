import type { SecurityChanges, SecurityPage } from '@frankly/contracts/security';
import { companySecurity } from '@frankly/services/security/company-security';
import { handle } from '@frankly/services/handle';
import type { TestApp, TestCompany } from './test-app.ts';
import { type Seen, Visitor } from './visitor.ts';

/** The administrator of a company in a browser, with what single sign-on is set up by. */
export class SsoCompany {
  readonly home: string;
  constructor(
    private readonly t: TestApp,
    readonly company: TestCompany,
    readonly admin: Visitor,
  ) {
    this.home = `http://${company.slug}.localhost`;
  }

  static async of(t: TestApp, slug: string): Promise<SsoCompany> {
    const company = await t.company(slug);
    const one = new SsoCompany(t, company, new Visitor(t.app));
    await one.signIn();
    return one;
  }

  /** Again, so that the session is fresh. */
  async signIn(): Promise<void> {
    const { email, password } = this.company;
    const reply = await this.admin.go(`${this.home}/ajax/login`, { method: 'POST', json: { email, password } });
    if (reply.status !== 200) throw new Error(`signing in failed: ${reply.body}`);
  }

  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, json?: object): Promise<Seen> {
    return this.admin.go(`${this.home}/api/v1/security${path}`, { method, ...(json ? { json } : {}) });
  }

  /** Calls, expects it to work, and waits until read models know. */
  async change(method: 'POST' | 'PUT' | 'DELETE', path: string, json?: object): Promise<void> {
    const reply = await this.call(method, path, json);
    if (reply.status !== 200) throw new Error(`${method} ${path} failed: ${reply.body}`);
    await this.t.projected();
  }

  settings(changes: SecurityChanges): Promise<void> {
    return this.change('PUT', '', changes);
  }

  async page(): Promise<SecurityPage> {
    return JSON.parse((await this.call('GET', '')).body) as SecurityPage;
  }

  /** As an operator says that a domain is proven. */
  async own(domain: string): Promise<void> {
    const { companyId } = this.company;
    const context = { companyId, actor: 'system' };
    await handle(this.t.platform, companySecurity, { type: 'AddDomain', companyId, domain, token: 't' }, context);
    await handle(this.t.platform, companySecurity, { type: 'VerifyDomain', companyId, domain, by: 'operator' }, context);
    await this.t.projected();
  }

  /** Who is signed in on this browser: their address, or null. */
  async whoIs(visitor: Visitor, home = this.home): Promise<string | null> {
    await this.t.projected();
    const me = await visitor.go(`${home}/me`);
    return me.status === 200 ? (JSON.parse(me.body) as { user: { email: string } }).user.email : null;
  }

  /** What happened to the person with this id, by name. */
  async history(userId: string): Promise<{ type: string; data: Record<string, unknown> }[]> {
    const events = await this.t.platform.store.readStream(this.company.companyId, `user-${userId}`);
    return events.map(({ type, data }) => ({ type, data: data as Record<string, unknown> }));
  }
}
