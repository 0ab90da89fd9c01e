import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { LoginData } from '@frankly/contracts/sign-in';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify';
import { type Doormen, signedInPerson } from './authentication.ts';
import { safeRedirect } from './safe-redirect.ts';

const notBuilt = 'The web pages of Frankly are not built yet. Run: npm run build\n';
/** Vite puts a hash of the content into the names of these. */
const hashed = 'assets';
const appPaths = ['/', '/feedback', '/feedback/*', '/account', '/account/*', '/admin', '/admin/*'];

/** The built pages: the app for those who are signed in, the sign-in page for the others. Registered inside the sessions. */
export const webPages =
  ({ webRoot, person, demo }: { webRoot: string; person: Doormen['person']; demo?: LoginData['demo'] }): FastifyPluginAsync =>
  async (app) => {
    const hidden = { schema: { hide: true } };
    for (const url of appPaths) {
      app.get(url, hidden, async (request, reply) => {
        if (!(await signedInPerson(request, person))) return reply.redirect(`/login?redirect=${encodeURIComponent(request.url)}`);
        return sendPage(reply, path.join(webRoot, 'index.html'));
      });
    }

    app.get<{ Querystring: { redirect?: unknown } }>('/login', hidden, async (request, reply) => {
      const { redirect: asked } = request.query;
      const redirect = safeRedirect(typeof asked === 'string' ? asked : undefined);
      if (await signedInPerson(request, person)) return reply.redirect(redirect);
      const data: LoginData = {
        logo: '',
        error: '',
        redirect,
        emailLoginEnabled: true,
        canSelfRegister: false,
        hasOauthLogins: false,
        hasRecaptcha: false,
        ...(demo ? { demo } : {}),
      };
      return sendPage(reply, path.join(webRoot, 'login.html'), (html) => withLoginData(html, data));
    });
  };

/** The files that pages load. Registered outside the sessions: they are for everybody. */
export async function webFiles(app: FastifyInstance, webRoot: string): Promise<void> {
  if (!existsSync(webRoot)) return;
  const inAssets = path.join(webRoot, hashed);
  if (existsSync(inAssets)) {
    await app.register(fastifyStatic, { root: inAssets, prefix: `/${hashed}/`, index: false, immutable: true, maxAge: '1y' });
  }
  await app.register(fastifyStatic, {
    root: webRoot,
    wildcard: false,
    index: false,
    decorateReply: false,
    globIgnore: ['*.html', `${hashed}/**`],
  });
}

async function sendPage(reply: FastifyReply, file: string, fill: (html: string) => string = (html) => html) {
  const html = await readFile(file, 'utf8').catch(() => null);
  if (html === null) return reply.code(503).type('text/plain; charset=utf-8').send(notBuilt);
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(fill(html));
}

/** The opening tag; a quoted value may hold a `>`. */
const loginDataTag = /<[a-z]+\b(?:"[^"]*"|'[^']*'|[^"'>])*\sid="login-data"(?:"[^"]*"|'[^']*'|[^"'>])*>/;

/** Puts the data of the sign-in page into the `data-login` attribute of its `#login-data`. */
export function withLoginData(html: string, data: LoginData): string {
  const attribute = `data-login="${escapeAttribute(JSON.stringify(data))}"`;
  return html.replace(loginDataTag, (tag) => {
    const bare = tag.replace(/\s+data-login=("[^"]*"|'[^']*')/, '');
    return bare.replace(/^<[a-z]+/, (opening) => `${opening} ${attribute}`);
  });
}

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
