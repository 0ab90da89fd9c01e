import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { CompanyId } from '@frankly/contracts/identity';
import type { Position } from '@frankly/contracts/position';
import type { Clock } from '@frankly/infra/clock/clock';
import { type KeptMail, Outbox } from '@frankly/infra/mail/outbox';
import type { Mailer } from '@frankly/infra/mail/port';
import { createLog } from '@frankly/infra/logging/log';
import { Metrics } from '@frankly/infra/logging/metrics';
import { sqlFeedbackQueries } from '@frankly/projections/feedback/sql-queries';
import { buildApp } from '@frankly/services/http/app';
import type { Site } from '@frankly/services/http/site';
import { registerUser } from '@frankly/services/identity/accounts';
import { createApiKey } from '@frankly/services/identity/api-keys';
import { registerCompany } from '@frankly/services/identity/register-company';
import { jobHandlers } from '@frankly/services/job-handlers';
import { type OpenPlatform, openPlatform } from '@frankly/services/open-platform';
import { createIntake, type Intake } from '@frankly/services/responses/intake';
import type { Secrets } from '@frankly/services/settings';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { testDatabase } from './database.ts';

/** A clock that stands at the real time until a test moves it. */
export class TestClock implements Clock {
  #ahead = 0;
  #stopped: number | null = null;
  now(): Date {
    return new Date((this.#stopped ?? Date.now()) + this.#ahead);
  }
  advance(ms: number): void {
    this.#ahead += ms;
  }
  /** Stands still from now on, but for `advance`. */
  stop(): void {
    this.#stopped = Date.now();
  }
}

export interface TestCompany {
  companyId: CompanyId;
  slug: string;
  keyId: string;
  /** Header of calls with the company's API key. */
  bearer: { authorization: string };
  email: string;
  password: string;
}

export interface TestApp {
  app: FastifyInstance;
  platform: OpenPlatform;
  databaseUrl: string;
  secrets: Secrets;
  intake: Intake;
  clock: TestClock;
  metrics: Metrics;
  /** A company with one head-office account and one API key, projected. */
  company(slug?: string): Promise<TestCompany>;
  /** Resolves when every read model has come this far, or to the end of the log. */
  projected(position?: Position): Promise<void>;
  /** Does every job that is due, such as mails, and those that come of them. */
  jobsDone(): Promise<void>;
  /** Mails that were sent, the newest first. */
  mailbox: readonly KeptMail[];
  close(): Promise<void>;
}

export interface TestAppOptions {
  webRoot?: string;
  site?: Partial<Site>;
  /** Instead of the mailbox. */
  mailer?: Mailer;
  log?: Logger;
  /** Another process of the same product: same database, secrets and clock. */
  beside?: TestApp;
}

/** The real application on a database of its own, its read models being filled. */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { beside } = options;
  const database = beside ? { url: beside.databaseUrl, drop: async () => undefined } : await testDatabase();
  const clock = beside?.clock ?? new TestClock();
  const secrets = beside?.secrets ?? { masterKey: randomBytes(32), sessionSecret: randomBytes(32).toString('base64') };
  const log = options.log ?? createLog({ level: 'fatal' });
  const platform = await openPlatform({ databaseUrl: database.url, secrets, log, clock });
  platform.engine.start();
  const intake = createIntake(platform);
  const metrics = new Metrics();
  const outbox = new Outbox(clock);
  const site = { url: 'http://localhost', cdn: '/', staffLoginUrl: null, recaptcha: null, ...options.site };
  const handlers = jobHandlers({ platform, mailer: options.mailer ?? outbox, siteUrl: site.url });
  const app = await buildApp({
    platform,
    intake,
    metrics,
    queries: sqlFeedbackQueries(platform.read, platform.progress),
    watched: platform.engine,
    sessionSecret: secrets.sessionSecret,
    production: false,
    site,
    ...(options.mailer ? {} : { outbox }),
    webRoot: options.webRoot ?? path.resolve('web/dist'),
  });

  const projected = async (position?: Position) => {
    const names = (await platform.engine.status()).map(({ projection }) => projection);
    if (!(await platform.progress.waitFor(names, position ?? (await platform.store.head()), 10_000))) {
      throw new Error('the read models did not catch up in 10 s');
    }
  };

  return {
    app,
    platform,
    databaseUrl: database.url,
    secrets,
    intake,
    clock,
    metrics,
    projected,
    jobsDone: () => platform.jobs.runDue(handlers),
    mailbox: outbox.mails,
    async company(slug = 'acme') {
      const { companyId } = await registerCompany(
        platform,
        { slug, name: `${slug} company`, timeZone: 'Europe/Amsterdam' },
        'system',
      );
      const account = { email: `jane@${slug}.example`, password: 'correct horse battery' };
      await registerUser(
        platform,
        companyId,
        { ...account, name: 'Jane', roleType: 'head_office', role: 'Analyst', roleId: 'admin' },
        'system',
      );
      const { secret, keyId } = await createApiKey(platform, companyId, 'Shop', 'system');
      await projected();
      return { companyId, slug, keyId, bearer: { authorization: `Bearer ${secret}` }, ...account };
    },
    async close() {
      await app.close();
      await platform.close();
      await database.drop();
    },
  };
}
