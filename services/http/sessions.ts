import cookie from '@fastify/cookie';
import session, { type FastifySessionOptions } from '@fastify/session';
import connectPgSimple from 'connect-pg-simple';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../platform.ts';

/** The longest that a company may allow; how long a sign-in really lasts is looked up at every call. */
const lifetimeMs = 30 * 24 * 60 * 60 * 1_000;
const pruneSeconds = 15 * 60;

/** Sessions in PostgreSQL, so that every process knows them and deleting the row signs somebody out. */
export async function registerSessions(
  app: FastifyInstance,
  { platform, secret, secure }: { platform: Platform; secret: string; secure: boolean },
): Promise<void> {
  const PgStore = connectPgSimple(session as unknown as Parameters<typeof connectPgSimple>[0]);
  const store = new PgStore({
    pool: platform.pool,
    tableName: 'web_sessions',
    pruneSessionInterval: pruneSeconds,
    errorLog: (...problem) => platform.log.warn({ problem: String(problem[0]) }, 'Sessions could not be tidied up'),
  });
  app.addHook('onClose', async () => store.close());
  await app.register(cookie);
  await app.register(session, {
    secret,
    cookieName: secure ? '__Host-frankly' : 'frankly',
    cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: lifetimeMs },
    saveUninitialized: false,
    // Nothing about a session changes after signing in, so a call need not write it.
    rolling: false,
    store: store as unknown as FastifySessionOptions['store'],
  });
}
