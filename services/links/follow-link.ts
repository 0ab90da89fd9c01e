import { DomainError, invalid } from '@frankly/contracts/errors';
import { userById } from '@frankly/projections/identity/users';
import { rolesOf } from '@frankly/projections/identity/roles';
import { securityOf } from '@frankly/projections/identity/company-security';
import { handle } from '../handle.ts';
import { type Account, emailHash, givePassword, recordAt, reserveAccount, subjectOf, usualRole } from '../identity/accounts.ts';
import { forgetDevices } from '../identity/devices.ts';
import { hashPassword, refuseCommon } from '../identity/passwords.ts';
import { endSignIns } from '../identity/sign-ins.ts';
import { user } from '../identity/user.ts';
import { sendNotice } from '../mail/send-notice.ts';
import type { Platform } from '../platform.ts';
import { moveEmail } from './move-email.ts';
import { type Link, linkOf, useLink } from './one-time-links.ts';
import { mayRegister } from './send-link.ts';
import { caughtUp, holdersOf, loginOf, needsPassword } from './standing.ts';

type LinkOf<P> = Extract<Link, { purpose: P }>;

export interface Following {
  token: string;
  password?: string | undefined;
  name?: string | undefined;
  correlationId: string;
}

/** Does what a link is for, once. Nobody is signed in by it: whoever has a second step is asked for it as ever. @throws DomainError */
export async function followLink(platform: Platform, following: Following): Promise<void> {
  await caughtUp(platform);
  const link = await linkOf(platform, following.token);
  await doWhatFor(platform, link, following);
  // Signing in comes next, and asks the read models who that is.
  await platform.progress.waitFor(['users'], await platform.store.head(), patienceMs);
}

const patienceMs = 2_000;

function doWhatFor(platform: Platform, link: Link, following: Following): Promise<void> {
  switch (link.purpose) {
    case 'reset':
      return resetPassword(platform, link, following);
    case 'register':
      return register(platform, link, following);
    case 'invitation':
      return acceptInvitation(platform, link, following);
    case 'email':
      return useLink(platform, link, () => moveEmail(platform, link, following.correlationId));
  }
}

function chosen(password: string | undefined): string {
  if (password === undefined) throw invalid({ path: 'password', message: 'Please choose a password.' });
  refuseCommon(password);
  return password;
}

/** A link from before the password or the second step was changed is void: somebody else may have asked for it. */
async function refuseOvertaken(platform: Platform, hash: string, { madeAt }: Link): Promise<void> {
  const login = await loginOf(platform, hash);
  if (login && login.changedAt > madeAt) throw new DomainError('link_expired');
}

async function resetPassword(platform: Platform, link: LinkOf<'reset'>, { password, correlationId }: Following): Promise<void> {
  const hash = emailHash(platform, link.email);
  const accounts = (await holdersOf(platform, hash)).filter(({ registered }) => registered);
  const first = accounts.find(({ status }) => status === 'active');
  if (!first) throw new DomainError('link_expired');
  await refuseOvertaken(platform, hash, link);
  const secret = chosen(password);
  await useLink(platform, link, async () => {
    await givePassword(platform, link.email, await hashPassword(secret), true);
    await forgetDevices(platform, hash);
    for (const account of accounts) await endAll(platform, account, correlationId);
    await sendNotice(platform, first, 'password_changed');
  });
}

async function endAll(platform: Platform, account: Account, correlationId: string): Promise<void> {
  const { userId } = account;
  const count = await endSignIns(platform, account);
  await recordAt(
    platform,
    account,
    [
      { type: 'PasswordChanged', data: { userId, by: 'link' } },
      { type: 'SessionsEnded', data: { userId, count, reason: 'password' } },
    ],
    { correlationId },
  );
}

async function register(platform: Platform, link: LinkOf<'register'>, following: Following): Promise<void> {
  const { companyId, email } = link;
  if (!(await mayRegister(platform, companyId, email))) throw new DomainError('link_expired');
  const roleId = (await securityOf(platform.read, companyId)).selfRegisterRole;
  const role = (await rolesOf(platform.read, companyId)).find(({ id }) => id === roleId) ?? usualRole('frontline_staff');
  const password = await passwordFor(platform, link, following);
  await useLink(platform, link, async () => {
    const userId = await reserveAccount(platform, companyId, email);
    await openAccount(platform, { companyId, userId }, link, following, password, role);
  });
}

async function acceptInvitation(platform: Platform, link: LinkOf<'invitation'>, following: Following): Promise<void> {
  const { companyId, userId } = link;
  const invited = await userById(platform.read, companyId, userId);
  if (invited?.status !== 'invited') throw new DomainError('link_expired');
  const password = await passwordFor(platform, link, following);
  const role = { id: invited.roleId, name: invited.role, roleType: invited.roleType };
  await useLink(platform, link, () => openAccount(platform, { companyId, userId }, link, following, password, role));
}

/** Null when the person keeps the one they have, or needs none. */
async function passwordFor(
  platform: Platform,
  { companyId, email }: LinkOf<'register' | 'invitation'>,
  { password }: Following,
): Promise<string | null> {
  return (await needsPassword(platform, companyId, emailHash(platform, email))) ? chosen(password) : null;
}

async function openAccount(
  platform: Platform,
  { companyId, userId }: Account,
  { email, name }: Link,
  { name: corrected, correlationId }: Following,
  password: string | null,
  role: { id: string; name: string; roleType: Parameters<typeof usualRole>[0] },
): Promise<void> {
  await givePassword(platform, email, password === null ? null : await hashPassword(password), false);
  const details = { email, name: corrected ?? name, roleType: role.roleType, role: role.name, roleId: role.id };
  const command = { type: 'RegisterUser', userId, subjectId: subjectOf(userId), ...details } as const;
  await handle(platform, user, command, { companyId, actor: `user:${userId}`, correlationId });
}
