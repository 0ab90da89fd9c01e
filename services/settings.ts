import { hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Site } from './http/site.ts';

export interface Secrets {
  /** Wraps the keys of data subjects, 32 bytes. Whoever loses it loses every comment and contact. */
  masterKey: Buffer;
  /** Signs session cookies. */
  sessionSecret: string;
}

export interface Settings {
  port: number;
  dataDir: string;
  databaseUrl: string | undefined;
  production: boolean;
  /** A demo company with accounts whose passwords are printed. Never in production. */
  demo: boolean;
  secrets: Secrets;
  site: Site;
  mail: MailSettings;
}

export interface MailSettings {
  /** How to reach the mail server, e.g. smtps://user:password@mail.example:465; null: no mail is sent. */
  smtpUrl: string | null;
  /** The sender, e.g. Frankly <no-reply@frankly.example>. */
  from: string;
}

/** A setting that is missing or wrong: said in one line, without a stack. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

type Env = Readonly<Record<string, string | undefined>>;

/** @throws SettingsError naming what to set. */
export function readSettings(env: Env): Settings {
  const production = env['NODE_ENV'] === 'production';
  const dataDir = path.resolve(env['FRANKLY_DATA'] ?? '.data');
  const port = Number(env['PORT'] ?? 3_000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new SettingsError(`PORT is "${env['PORT']}", but it has to be a number up to 65535.`);
  const demo = env['FRANKLY_DEMO'] === undefined ? !production : env['FRANKLY_DEMO'] === '1';
  if (production && demo)
    throw new SettingsError('Demo mode (FRANKLY_DEMO=1) is refused when NODE_ENV=production: its passwords are public.');
  const site = siteFrom(env, port, production);
  return {
    port,
    dataDir,
    databaseUrl: env['DATABASE_URL'],
    production,
    demo,
    secrets: production ? secretsFrom(env) : ownSecrets(dataDir),
    site,
    mail: mailFrom(env, site),
  };
}

function mailFrom(env: Env, site: Site): MailSettings {
  // An empty one is none.
  const smtpUrl = env['SMTP_URL'] || null;
  if (smtpUrl !== null && !/^smtps?:\/\/[^/]/.test(smtpUrl))
    throw new SettingsError('SMTP_URL looks like smtps://user:password@mail.example:465 (smtp:// where mail goes unencrypted).');
  return { smtpUrl, from: env['MAIL_FROM'] || `Frankly <no-reply@${new URL(site.url).hostname}>` };
}

/** Google's own, unless said otherwise. */
const recaptchaVerifyUrl = 'https://www.google.com/recaptcha/api/siteverify';

function siteFrom(env: Env, port: number, production: boolean): Site {
  const url = env['FRANKLY_URL']?.replace(/\/+$/, '') ?? (production ? '' : `http://localhost:${port}`);
  if (!URL.canParse(url) || (production && !url.startsWith('https://')))
    throw new SettingsError(
      'FRANKLY_URL has to be the address of Frankly, such as https://frankly.example. Links in e-mails lead there.',
    );
  const { RECAPTCHA_SITE_KEY: siteKey, RECAPTCHA_SECRET: secret } = env;
  if (Boolean(siteKey) !== Boolean(secret)) throw new SettingsError('RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET go together.');
  return {
    url,
    cdn: env['FRANKLY_CDN'] ?? '/',
    staffLoginUrl: env['FRANKLY_LOGIN_URL'] ?? null,
    dns: env['FRANKLY_DNS'],
    recaptcha: siteKey && secret ? { siteKey, secret, verifyUrl: env['RECAPTCHA_VERIFY_URL'] ?? recaptchaVerifyUrl } : null,
  };
}

/** Ids that only we can derive; apart from the master key, so that neither tells of the other. */
export const idSecretOf = ({ masterKey }: Secrets): Buffer => Buffer.from(hkdfSync('sha256', masterKey, '', 'frankly ids', 32));

function secretsFrom(env: Env): Secrets {
  const missing = ['FRANKLY_MASTER_KEY', 'FRANKLY_SESSION_SECRET'].filter((name) => !env[name]);
  if (missing.length > 0)
    throw new SettingsError(`NODE_ENV=production needs ${missing.join(' and ')}. Make one with: openssl rand -base64 32`);
  const masterKey = Buffer.from(env['FRANKLY_MASTER_KEY']!, 'base64');
  if (masterKey.length !== 32)
    throw new SettingsError('FRANKLY_MASTER_KEY has to be 32 bytes in base64: openssl rand -base64 32');
  const sessionSecret = env['FRANKLY_SESSION_SECRET']!;
  if (sessionSecret.length < 32) throw new SettingsError('FRANKLY_SESSION_SECRET has to be at least 32 characters long.');
  return { masterKey, sessionSecret };
}

/** Outside production the secrets are made once and kept beside the data, for their owner's eyes only. */
function ownSecrets(dataDir: string): Secrets {
  const file = path.join(dataDir, 'secrets.json');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    const made = { masterKey: randomBytes(32).toString('base64'), sessionSecret: randomBytes(32).toString('base64') };
    try {
      writeFileSync(file, `${JSON.stringify(made)}\n`, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      // Two processes may start at once: the first one's secrets count.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  const kept = JSON.parse(readFileSync(file, 'utf8')) as { masterKey: string; sessionSecret: string };
  return { masterKey: Buffer.from(kept.masterKey, 'base64'), sessionSecret: kept.sessionSecret };
}
