import * as z from 'zod';
import { events, route } from './kit.ts';
import { Position } from './position.ts';

const settings = {
  enforceMfa: z.boolean(),
  emailLogin: z.boolean(),
  selfRegister: z.boolean(),
  selfRegisterRole: z.string().max(100),
  recaptcha: z.boolean(),
  /** Single sign-on makes accounts for people of the company's verified domains. */
  justInTime: z.boolean(),
  justInTimeRole: z.string().max(100),
  sessionIdleMinutes: z.int().min(5).max(1_440),
  sessionHours: z.int().min(1).max(720),
  /** Shown on the sign-in page: an address, or a path below the CDN. */
  logo: z.string().max(500),
};

/** How people of one company sign in. */
export const SecuritySettings = z.object(settings);
export type SecuritySettings = z.infer<typeof SecuritySettings>;
/** An event, or a call, holds only what was changed. */
export const SecurityChanges = z.strictObject(settings).partial();
export type SecurityChanges = z.infer<typeof SecurityChanges>;

export const defaultSecurity: SecuritySettings = {
  enforceMfa: false,
  emailLogin: true,
  selfRegister: false,
  selfRegisterRole: 'frontline_staff',
  recaptcha: false,
  justInTime: false,
  justInTimeRole: 'frontline_staff',
  sessionIdleMinutes: 120,
  sessionHours: 12,
  logo: '',
};

export const oidcProviders = ['google', 'okta', 'microsoft'] as const;
export const ssoProviders = [...oidcProviders, 'saml'] as const;
export const SsoProvider = z.enum(ssoProviders, { error: `A provider is one of ${ssoProviders.join(', ')}.` });
export type SsoProvider = z.infer<typeof SsoProvider>;
export type OidcProvider = (typeof oidcProviders)[number];

/** Without their secrets: those are sealed apart. */
export const OidcSettings = z.object({ issuer: z.url().max(500), clientId: z.string().min(1).max(500) });
export const SamlSettings = z.object({
  name: z.string().trim().min(1).max(100).meta({ description: 'On the button of the sign-in page.' }),
  entityId: z.string().min(1).max(1_000).meta({ description: 'Of the identity provider.' }),
  signInUrl: z.url().max(1_000),
  certificates: z.array(z.string().max(20_000)).min(1).max(5).meta({ description: 'PEM, of the identity provider.' }),
  metadataUrl: z.url().max(1_000).optional(),
});
export type OidcSettings = z.infer<typeof OidcSettings>;
export type SamlSettings = z.infer<typeof SamlSettings>;

/** In the company's stream. */
export const securityEvents = events({
  CompanySettingsChanged: z.object({ changes: SecurityChanges }),
  OidcConfigured: z.object({ provider: z.enum(oidcProviders), settings: OidcSettings }),
  SamlConfigured: z.object({ settings: SamlSettings }),
  SsoRemoved: z.object({ provider: SsoProvider }),
  /** `token` is what the company's DNS has to show; it proves nothing to anybody else. */
  DomainAdded: z.object({ domain: z.string(), token: z.string() }),
  DomainVerified: z.object({ domain: z.string(), by: z.enum(['dns', 'operator']) }),
  DomainRemoved: z.object({ domain: z.string() }),
});

const managesSettings = { access: 'session', needs: 'settings.manage' } as const;
const Changed = z.object({ position: Position });

export const SsoRow = z.object({
  provider: SsoProvider,
  configured: z.boolean(),
  oidc: OidcSettings.nullable(),
  saml: SamlSettings.nullable(),
  /** What to enter at the identity provider. */
  addresses: z.record(z.string(), z.string()),
});
export const DomainRow = z.object({
  domain: z.string(),
  verified: z.boolean(),
  record: z.object({ name: z.string(), type: z.literal('TXT'), value: z.string() }),
});

export const getSecurity = route('GET', '/api/v1/security', {
  ...managesSettings,
  summary: 'How people of this company sign in.',
  reply: z.object({
    settings: SecuritySettings,
    sso: z.array(SsoRow),
    domains: z.array(DomainRow),
    recaptchaAvailable: z.boolean(),
  }),
});
export type SecurityPage = z.infer<typeof getSecurity.reply>;

export const changeSecurity = route('PUT', '/api/v1/security', {
  ...managesSettings,
  fresh: true,
  summary: 'Changes some of the settings; the others stay.',
  body: SecurityChanges,
  reply: Changed,
});

export const configureOidc = route('PUT', '/api/v1/security/oidc/:provider', {
  ...managesSettings,
  fresh: true,
  summary: 'Sets up Google, Okta or Microsoft. Without a secret the one before stays.',
  params: z.object({ provider: z.enum(oidcProviders) }),
  body: OidcSettings.extend({ clientSecret: z.string().min(1).max(1_000).optional() }).strict(),
  reply: Changed,
});

export const configureSaml = route('PUT', '/api/v1/security/saml', {
  ...managesSettings,
  fresh: true,
  summary: 'Sets up SAML from the metadata of the identity provider, by its address or as a file.',
  body: z.strictObject({
    name: z.string().trim().min(1).max(100),
    metadataUrl: z.url().max(1_000).optional(),
    metadataXml: z.string().max(500_000).optional(),
  }),
  reply: Changed,
});

export const removeSso = route('DELETE', '/api/v1/security/sso/:provider', {
  ...managesSettings,
  fresh: true,
  summary: 'Nobody signs in this way any more.',
  params: z.object({ provider: SsoProvider }),
  reply: Changed,
});

export const testSso = route('POST', '/api/v1/security/sso/:provider/test', {
  ...managesSettings,
  summary: 'Tries the set-up as far as it goes without a person, and says what is wrong.',
  params: z.object({ provider: SsoProvider }),
  reply: z.object({
    works: z.boolean(),
    checks: z.array(z.object({ name: z.string(), passed: z.boolean(), message: z.string() })),
  }),
});
export type SsoTest = z.infer<typeof testSso.reply>;

const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, 'A domain looks like northwind.example.');

export const addDomain = route('POST', '/api/v1/security/domains', {
  ...managesSettings,
  fresh: true,
  summary: 'A domain of the company, to be proven by a DNS record.',
  body: z.strictObject({ domain: Domain }),
  reply: Changed,
});
export const verifyDomain = route('POST', '/api/v1/security/domains/:domain/verify', {
  ...managesSettings,
  summary: 'Looks for the DNS record.',
  params: z.object({ domain: Domain }),
  reply: Changed,
});
export const removeDomain = route('DELETE', '/api/v1/security/domains/:domain', {
  ...managesSettings,
  fresh: true,
  summary: 'The company claims this domain no more.',
  params: z.object({ domain: Domain }),
  reply: Changed,
});
