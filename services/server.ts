import { fileURLToPath } from 'node:url';
import type { Clock } from '@frankly/infra/clock/clock';
import { Metrics } from '@frankly/infra/logging/metrics';
import { noMailer } from '@frankly/infra/mail/no-mailer';
import { Outbox } from '@frankly/infra/mail/outbox';
import type { Mailer } from '@frankly/infra/mail/port';
import { smtpMailer } from '@frankly/infra/mail/smtp';
import { openDatabase } from '@frankly/infra/postgres/database';
import { sqlFeedbackQueries } from '@frankly/projections/feedback/sql-queries';
import type { Logger } from 'pino';
import { demoAccounts, demoPassword, demoSurveys, ensureDemo } from './demo/demo-company.ts';
import { buildApp } from './http/app.ts';
import { jobHandlers } from './job-handlers.ts';
import { openPlatform } from './open-platform.ts';
import { createIntake } from './responses/intake.ts';
import { type Settings, SettingsError } from './settings.ts';

export interface Server {
  url: string;
  /** Finishes what is under way, then lets go of everything. */
  close(): Promise<void>;
}

const webRoot = fileURLToPath(new URL('../web/dist', import.meta.url));
/** Until this long after the start, the first dashboard may show a demo that is still being projected. */
const demoPatienceMs = 10_000;

/**
 * The whole product in this process: database, projectors, API, web.
 * @throws SettingsError when the port is taken; whatever was opened is closed again.
 */
export async function startServer(settings: Settings, log: Logger, clock?: Clock): Promise<Server> {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const one of closing.splice(0).toReversed()) await one();
  };
  try {
    const database = await openDatabase({ DATABASE_URL: settings.databaseUrl, FRANKLY_DATA: settings.dataDir }, log).catch(
      (error: Error) => {
        // Its words say what to do; where it happened would only hide them.
        throw new SettingsError(error.message, { cause: error });
      },
    );
    closing.push(() => database.stop());
    const platform = await openPlatform({ databaseUrl: database.url, secrets: settings.secrets, log, clock });
    closing.push(() => platform.close());
    platform.engine.start();
    if (settings.demo) {
      const { created } = await ensureDemo(platform, { now: platform.clock.now() });
      if (created) await platform.engine.catchUp(demoPatienceMs);
    }
    const mailer = mailerFor(settings, platform.clock, log);
    closing.push(() => mailer.close());
    closing.push(platform.jobs.start(jobHandlers({ platform, mailer, siteUrl: settings.site.url })));
    const app = await buildApp({
      platform,
      intake: createIntake(platform),
      queries: sqlFeedbackQueries(platform.read, platform.progress),
      watched: platform.engine,
      metrics: new Metrics(),
      sessionSecret: settings.secrets.sessionSecret,
      production: settings.production,
      site: settings.site,
      webRoot,
      ...(settings.demo ? { demo: demoSignIns } : {}),
      ...(mailer instanceof Outbox ? { outbox: mailer } : {}),
    });
    closing.push(() => app.close());
    const url = await app
      .listen({ port: settings.port, host: settings.production ? '0.0.0.0' : '127.0.0.1' })
      .catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EADDRINUSE') throw error;
        throw new SettingsError(`Port ${settings.port} is taken. Choose another one: PORT=${settings.port + 1} npm start`);
      });
    return { url: url.replace('127.0.0.1', 'localhost'), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function mailerFor({ mail: { smtpUrl, from }, demo }: Settings, clock: Clock, log: Logger): Mailer {
  if (smtpUrl) return smtpMailer(smtpUrl, from);
  if (demo) return new Outbox(clock);
  log.warn('SMTP_URL is not set: mails wait, and are sent when Frankly runs with it within two days');
  return noMailer;
}

const demoSignIns = demoAccounts.map(({ email, role }) => ({ email, password: demoPassword, role }));

/** How to get in, for a person at a terminal. */
export function welcome(url: string, settings: Settings): string {
  const lines = [`Frankly is running at ${url}`];
  if (settings.demo) {
    lines.push('', 'Sign in with one of the demo accounts:');
    for (const { email, password, role } of demoSignIns) lines.push(`  ${email.padEnd(26)} ${password.padEnd(14)} ${role}`);
    if (!settings.mail.smtpUrl) lines.push('', `Mails are not sent. Read them at ${url}/dev/mail`);
    lines.push('', `Answer a survey as a customer: ${url}/s/${Object.keys(demoSurveys)[0]}`);
  }
  return `\n${lines.join('\n')}\n`;
}
