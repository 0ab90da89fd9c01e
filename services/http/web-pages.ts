import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { LoginData } from '@frankly/contracts/sign-in';
import { securityOf } from '@frankly/projections/identity/company-security';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../platform.ts';
import { openChoice } from '../sign-in/choice.ts';
import { loginData } from '../sign-in/login-data.ts';
import { type Doormen, signedInPerson } from './authentication.ts';
import { companyOf, keepCompany } from './company-of.ts';
import { allowImagesOf } from './content-policy.ts';
import { safeRedirect } from './safe-redirect.ts';
import type { Site } from './site.ts';

const notBuilt = 'The web pages of Frankly are not built yet. Run: npm run build\n';
/** Vite puts a hash of the content into the names of these. */
const hashed = 'assets';
const appPaths = ['/', '/feedback', '/feedback/*', '/account', '/account/*', '/admin', '/admin/*'];

/** Pages on the way in, beside the sign-in page itself. */
const accountViews = ['register', 'password', 'link', 'choice'] as const;

interface Pages {
  platform: Platform;
  site: Site;
  webRoot: string;
  person: Doormen['person'];
  demo?: LoginData['demo'];
}

/** The built pages: the app for those who are signed in, the way in for the others. Registered inside the sessions. */
export const webPages =
  ({ platform, site, webRoot, person, demo }: Pages): FastifyPluginAsync =>
  async (app) => {
    const hidden = { schema: { hide: true } };
    for (const url of appPaths) {
      app.get(url, hidden, async (request, reply) => {
        if (!(await signedInPerson(request, person))) return reply.redirect(`/login?redirect=${encodeURIComponent(request.url)}`);
        return sendPage(reply, path.join(webRoot, 'index.html'));
      });
    }

    app.get('/login', hidden, async (request, reply) => {
      const redirect = safeRedirect(asked(request, 'redirect'));
      if (await signedInPerson(request, person)) return reply.redirect(redirect);
      await keepCompany(request, reply);
      const company = await companyOf(request);
      const data = await loginData(platform, site, { company, redirect, error: asked(request, 'error') });
      allowImagesOf(reply, data.logo);
      const attributes = { 'data-login': { ...data, ...(demo ? { demo } : {}) }, 'data-cdn': site.cdn };
      return sendPage(reply, path.join(webRoot, 'login.html'), (html) => withData(html, 'login-data', attributes));
    });

    for (const view of accountViews) {
      app.get(`/${view}`, hidden, async (request, reply) => {
        await keepCompany(request, reply);
        const company = await companyOf(request);
        const security = company && (await securityOf(platform.read, company.id));
        const redirect = safeRedirect(asked(request, 'redirect'));
        const closed =
          (view === 'register' && !security?.selfRegister) || (view === 'choice' && openChoice(platform, request) === null);
        if (closed) return reply.redirect(`/login?redirect=${encodeURIComponent(redirect)}`);
        const logo = security?.logo ?? '';
        allowImagesOf(reply, logo);
        const attributes = { 'data-account': { view, company: company?.name ?? null, logo, redirect }, 'data-cdn': site.cdn };
        return sendPage(reply, path.join(webRoot, 'account.html'), (html) => withData(html, 'account-data', attributes));
      });
    }
  };

function asked({ query }: FastifyRequest, name: string): string | undefined {
  const value = (query as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : undefined;
}

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

/** Puts data into attributes of the element with this id: text as it is, anything else as JSON. */
export function withData(html: string, id: string, attributes: Readonly<Record<string, string | object>>): string {
  // The opening tag; a quoted value may hold a `>`.
  const tag = new RegExp(`<[a-z]+\\b(?:"[^"]*"|'[^']*'|[^"'>])*\\sid="${id}"(?:"[^"]*"|'[^']*'|[^"'>])*>`);
  return html.replace(tag, (opening) => {
    let bare = opening;
    let filled = '';
    for (const [name, value] of Object.entries(attributes)) {
      bare = bare.replace(new RegExp(`\\s+${name}=("[^"]*"|'[^']*')`), '');
      filled += ` ${name}="${escapeAttribute(typeof value === 'string' ? value : JSON.stringify(value))}"`;
    }
    return bare.replace(/^<[a-z]+/, (start) => `${start}${filled}`);
  });
}

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
