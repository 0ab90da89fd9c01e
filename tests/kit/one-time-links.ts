import type { CompanyId } from '@frankly/contracts/identity';
import type { SecurityChanges } from '@frankly/contracts/security';
import { handle } from '@frankly/services/handle';
import { emailHash, accountsOf, reserveAccount, subjectOf } from '@frankly/services/identity/accounts';
import { companyStream } from '@frankly/services/identity/company';
import { user } from '@frankly/services/identity/user';
import { requestLink } from '@frankly/services/links/request-link';
import type { TestApp } from './test-app.ts';

/** The token of the newest mail to an address. */
export function tokenFor(t: TestApp, email: string): string {
  const mail = t.mailbox.find(({ to }) => to === email);
  const token = /\/link\?token=([\w-]{43})/.exec(mail?.text ?? '')?.[1];
  if (!token) throw new Error(`no mail with a link came to ${email}`);
  return token;
}

/** Follows links as the page does. */
export const follower = (t: TestApp) => {
  const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
    t.app.inject({ method: 'POST', url, payload, headers });
  return {
    post,
    open: (token: string) => post('/ajax/link', { token }),
    follow: (token: string, more: object = {}) => post('/ajax/link/follow', { token, ...more }),
    signIn: (email: string, password: string, more: object = {}) => post('/ajax/login', { email, password, ...more }),
  };
};

/** Somebody invited, and the mail on its way. */
export async function invite(t: TestApp, companyId: CompanyId, email: string, name = 'Kim'): Promise<string> {
  const userId = await reserveAccount(t.platform, companyId, email);
  const details = { email, name, roleType: 'frontline_manager', role: 'Store manager', roleId: 'frontline_manager' } as const;
  const command = { type: 'InviteUser', userId, subjectId: subjectOf(userId), ...details } as const;
  await handle(t.platform, user, command, { companyId, actor: 'system' });
  await requestLink(t.platform, { purpose: 'invitation', companyId, userId });
  await t.jobsDone();
  return userId;
}

/** Appends what happened to a company, without the screens that make it happen. */
async function happenedTo(t: TestApp, companyId: CompanyId, ...events: { type: string; data: object }[]): Promise<void> {
  const commandId = crypto.randomUUID();
  const metadata = { actor: 'system', correlationId: commandId, causationId: commandId, at: t.clock.now() };
  await t.platform.store.append({ companyId, stream: companyStream(companyId), expected: 'any', commandId, events, metadata });
  await t.projected();
}

export const setSecurity = (t: TestApp, companyId: CompanyId, changes: SecurityChanges): Promise<void> =>
  happenedTo(t, companyId, { type: 'CompanySettingsChanged', data: { changes } });

export const verifyDomain = (t: TestApp, companyId: CompanyId, domain: string): Promise<void> =>
  happenedTo(
    t,
    companyId,
    { type: 'DomainAdded', data: { domain, token: 'shown in the DNS' } },
    { type: 'DomainVerified', data: { domain, by: 'operator' } },
  );

/** What happened to whoever has this address at the company. */
export async function historyOf(t: TestApp, companyId: CompanyId, email: string) {
  const accounts = await accountsOf(t.platform, emailHash(t.platform, email));
  const account = accounts.find((one) => one.companyId === companyId);
  return account ? t.platform.store.readStream(companyId, `user-${account.userId}`) : [];
}
