import { Slug } from '@frankly/contracts/identity';
import { type Company, companyBySlug } from '@frankly/projections/identity/companies';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../platform.ts';
import type { Site } from './site.ts';

declare module 'fastify' {
  interface FastifyInstance {
    findCompany: (request: FastifyRequest) => Promise<Company | null>;
    /** The host that companies have a label below. */
    siteHost: string;
  }
  interface FastifyRequest {
    foundCompany: Promise<Company | null> | null;
  }
}

const cookie = 'frankly_company';

/** Lets calls be asked for their company. Registered inside the sessions. */
export function registerCompanies(app: FastifyInstance, { platform, site }: { platform: Platform; site: Site }): void {
  app.decorate('siteHost', new URL(site.url).hostname);
  app.decorateRequest('foundCompany', null);
  app.decorate('findCompany', async (request: FastifyRequest) => {
    const slug = Slug.safeParse(labelOf(request) ?? chosen(request) ?? request.cookies[cookie]);
    return slug.success ? companyBySlug(platform.read, slug.data) : null;
  });
}

/** Whose host this is, or who was chosen on the host that is nobody's; null when nobody was, or nobody is called so. */
export const companyOf = (request: FastifyRequest): Promise<Company | null> =>
  (request.foundCompany ??= request.server.findCompany(request));

/** Whether the host is one company's own, so that nobody else may sign in there. */
export const onCompanyHost = (request: FastifyRequest): boolean => labelOf(request) !== null;

/** Keeps the company that was chosen by `?company=`, for the calls that follow. */
export async function keepCompany(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (labelOf(request) !== null || chosen(request) === null) return;
  const company = await companyOf(request);
  const secure = request.protocol === 'https';
  if (company) reply.setCookie(cookie, company.slug, { path: '/', httpOnly: true, sameSite: 'lax', secure });
  else reply.clearCookie(cookie, { path: '/' });
}

function labelOf({ hostname, server: { siteHost } }: FastifyRequest): string | null {
  const host = hostname.toLowerCase();
  const label = host.endsWith(`.${siteHost}`) ? host.slice(0, -siteHost.length - 1) : null;
  return label === null || label.includes('.') || label === 'www' ? null : label;
}

function chosen({ query }: FastifyRequest): string | null {
  const { company } = (query ?? {}) as { company?: unknown };
  return typeof company === 'string' ? company : null;
}
