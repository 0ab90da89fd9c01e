import * as z from 'zod';
import { route } from './kit.ts';

/** A browser comes here by itself: what it cannot make sense of leads back to the sign-in page, never to an error page. */
const lenient = (limit: number) => z.string().max(limit).optional().catch(undefined);

/** Starts signing in with a provider of the company; leads there. */
export const startSso = route('GET', '/sso/:provider', {
  access: 'public',
  summary: 'Leads to the identity provider of the company.',
  params: z.object({ provider: z.string() }),
  query: z.object({ redirect: lenient(2_000) }),
  reply: z.unknown(),
  status: 302,
});

/** The company and the provider stand in the path, so that one provider's answer is never taken for another's. */
export const ssoCallback = route('GET', '/sso/callback/:company/:provider', {
  access: 'public',
  summary: 'Where Google, Okta and Microsoft send people back to.',
  params: z.object({ company: z.string(), provider: z.string() }),
  reply: z.unknown(),
  status: 302,
});

export const samlMetadata = route('GET', '/sso/saml/metadata', {
  access: 'public',
  summary: 'What an identity provider has to know about us, for one company.',
  query: z.object({ company: lenient(100) }),
  reply: z.unknown(),
});

/** SAML has the browser post the answer from the provider's own page. */
export const samlAnswer = route('POST', '/sso/saml/acs', {
  access: 'federated',
  summary: 'Takes the answer of a SAML identity provider.',
  body: z.object({ SAMLResponse: lenient(400_000) }).catch({ SAMLResponse: undefined }),
  reply: z.unknown(),
  status: 303,
});

/** Such a post arrives without our cookie; this page sees it, and so whether it is the browser that started. */
export const finishSso = route('GET', '/sso/finish', {
  access: 'public',
  summary: 'Signs in the browser that started.',
  query: z.object({ ticket: lenient(200) }),
  reply: z.unknown(),
  status: 302,
});

/** What went wrong, in the `error` of the sign-in page’s address. */
export const ssoErrors = ['sso_refused', 'sso_no_account', 'sso_unknown'] as const;
export type SsoError = (typeof ssoErrors)[number];
