import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { CompanyId } from '@frankly/contracts/identity';
import type { Position } from '@frankly/contracts/position';
import type { Clock } from '@frankly/infra/clock/clock';
import { createLog } from '@frankly/infra/logging/log';
import { Metrics } from '@frankly/infra/logging/metrics';
import { sqlFeedbackQueries } from '@frankly/projections/feedback/sql-queries';
import { buildApp } from '@frankly/services/http/app';
import type { Site } from '@frankly/services/http/site';
import { registerUser } from '@frankly/services/identity/accounts';
import { createApiKey } from '@frankly/services/identity/api-keys';
import { registerCompany } from '@frankly/services/identity/register-company';
import { type OpenPlatform, openPlatform } from '@frankly/services/open-platform';
import { createIntake, type Intake } from '@frankly/services/responses/intake';
import type { FastifyInstance } from 'fastify';
import { testDatabase } from './database.ts';

/** A clock that stands at the real time until a test moves it. */
export class TestClock implements Clock {
  #ahead = 0;
  now(): Date {
    return new Date(Date.now() + this.#ahead);
  }
  advance(ms: number): void {
    this.#ahead += ms;
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
  intake: Intake;
  clock: TestClock;
  metrics: Metrics;
  /** A company with one head-office account and one API key, projected. */
  company(slug?: string): Promise<TestCompany>;
  /** Resolves when every read model has come this far, or to the end of the log. */
  projected(position?: Position): Promise<void>;
  close(): Promise<void>;
}

/** The real application on a database of its own, its read models being filled. */
export async function testApp(options: { webRoot?: string; site?: Partial<Site> } = {}): Promise<TestApp> {
  const database = await testDatabase();
  const clock = new TestClock();
  const sessionSecret = randomBytes(32).toString('base64');
  const log = createLog({ level: 'fatal' });
  const secrets = { masterKey: randomBytes(32), sessionSecret };
  const platform = await openPlatform({ databaseUrl: database.url, secrets, log, clock });
  platform.engine.start();
  const intake = createIntake(platform);
  const metrics = new Metrics();
  const app = await buildApp({
    platform,
    intake,
    metrics,
    queries: sqlFeedbackQueries(platform.read, platform.progress),
    watched: platform.engine,
    sessionSecret,
    production: false,
    site: { url: 'http://localhost', cdn: '/', staffLoginUrl: null, recaptcha: null, ...options.site },
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
    intake,
    clock,
    metrics,
    projected,
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
