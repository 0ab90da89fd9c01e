import { type ProblemCode, problems } from '@frankly/contracts/errors';
import { defaultSecurity } from '@frankly/contracts/security';
import type { LoginData } from '@frankly/contracts/sign-in';
import type { Company } from '@frankly/projections/identity/companies';
import { securityOf } from '@frankly/projections/identity/company-security';
import { ssoOf } from '@frankly/projections/security/sso-settings';
import type { Site } from '../http/site.ts';
import type { Platform } from '../platform.ts';

interface Asked {
  /** Null on a host that is nobody's. */
  company: Company | null;
  /** A path of this site. */
  redirect: string;
  /** The code of a refusal that led here. */
  error: string | undefined;
}

/** What the sign-in page offers to people of this company. */
export async function loginData(
  { read }: Pick<Platform, 'read'>,
  { staffLoginUrl, recaptcha }: Site,
  { company, redirect, error }: Asked,
): Promise<LoginData> {
  const [security, sso] = company
    ? await Promise.all([securityOf(read, company.id), ssoOf(read, company.id)])
    : [defaultSecurity, { oidc: [], saml: null }];
  const start = (provider: string) => `/sso/${provider}?redirect=${encodeURIComponent(redirect)}`;
  const asksRobots = recaptcha !== null && security.recaptcha;
  return {
    logo: security.logo,
    error: wordsOf(error),
    redirect,
    hasRecaptcha: asksRobots,
    ...(asksRobots ? { recaptcha: recaptcha.siteKey } : {}),
    emailLoginEnabled: security.emailLogin,
    canSelfRegister: company !== null && security.selfRegister,
    hasOauthLogins: sso.oidc.length > 0 || sso.saml !== null,
    ...Object.fromEntries(sso.oidc.map(({ provider }) => [`${provider}Url`, start(provider)])),
    ...(sso.saml ? { samlSsoUrl: start('saml'), samlSsoName: sso.saml.name } : {}),
    ...(staffLoginUrl ? { enabledGLogin: true, franklyLoginUrl: staffLoginUrl } : {}),
  };
}

/** Only words of ours are shown, whatever the address says. */
const wordsOf = (code: string | undefined): string =>
  code !== undefined && Object.hasOwn(problems, code) ? problems[code as ProblemCode][1] : '';
