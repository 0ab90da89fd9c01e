import { DomainError } from '@frankly/contracts/errors';
import { type CompanyId, Email } from '@frankly/contracts/identity';
import type { SsoProvider } from '@frankly/contracts/security';
import type { StoredEvent } from '@frankly/infra/event-store/port';
import { securityOf } from '@frankly/projections/identity/company-security';
import { rolesOf } from '@frankly/projections/identity/roles';
import { hasVerifiedDomain } from '@frankly/projections/security/company-domains';
import { derivedId } from '../derived-id.ts';
import { handle } from '../handle.ts';
import { type Account, emailHash, givePassword, recordAt, reserveAccount, subjectOf } from '../identity/accounts.ts';
import { user, type UserEvent, type UserState, userStream } from '../identity/user.ts';
import type { Platform } from '../platform.ts';

/** Whom a provider says it is. */
export interface Identity {
  provider: SsoProvider;
  issuer: string;
  /** The provider's own name for the person, which it never gives to anybody else. */
  subject: string;
  email: string | null;
  name: string | null;
}

/** Known people are found by the provider's subject; by their e-mail address only the first time. */
interface Found {
  account: Account;
  /** The account came into being just now; the read models may not have it yet. */
  registered: boolean;
}

/**
 * Whose account it is at this company. An address counts when its domain is proven to be the company's, or when the company
 * invited it; else anybody with an identity provider could be anybody.
 * @throws DomainError sso_no_account, sso_refused
 */
export async function accountOfIdentity(platform: Platform, companyId: CompanyId, identity: Identity): Promise<Found> {
  const linked = await linkedUser(platform, companyId, identity);
  if (linked) {
    await refuseUnlessActive(platform, { companyId, userId: linked });
    return { account: { companyId, userId: linked }, registered: false };
  }
  const email = Email.safeParse(identity.email ?? '');
  if (!email.success) throw new DomainError('sso_no_account');
  const named = { ...identity, email: email.data };
  const found = await accountOfAddress(platform, companyId, named).catch((error: unknown) => {
    // The same person came in twice at the same moment: by now the account is there.
    if (error instanceof DomainError && error.code === 'email_taken') return accountOfAddress(platform, companyId, named);
    throw error;
  });
  await link(platform, found.account, identity);
  return found;
}

async function accountOfAddress(
  platform: Platform,
  companyId: CompanyId,
  identity: Identity & { email: string },
): Promise<Found> {
  const { email } = identity;
  const [userId, ours] = await Promise.all([
    userOfAddress(platform, companyId, email),
    hasVerifiedDomain(platform.read, companyId, email),
  ]);
  if (userId !== null) {
    const account = { companyId, userId };
    const { state, invitation } = await personAt(platform, account);
    switch (state.status) {
      case 'active':
        if (!ours) return refuse(platform, account, 'sso', 'sso_no_account');
        return { account, registered: false };
      case 'disabled':
        return refuse(platform, account, 'disabled', 'sso_refused');
      case 'invited':
        await register(platform, account, { ...invitation!, email: state.email });
        return { account, registered: true };
      // Reserved by somebody who went away: as if there were nobody.
      case 'none':
    }
  }
  if (!ours) throw new DomainError('sso_no_account');
  return { account: await makeAccount(platform, companyId, identity), registered: true };
}

/** An account for somebody of the company whom nobody invited, where the company wants that. */
async function makeAccount(platform: Platform, companyId: CompanyId, { email, name }: Identity & { email: string }) {
  const { justInTime, justInTimeRole } = await securityOf(platform.read, companyId);
  const role = justInTime ? (await rolesOf(platform.read, companyId)).find(({ id }) => id === justInTimeRole) : undefined;
  if (!role) throw new DomainError('sso_no_account');
  const userId = await reserveAccount(platform, companyId, email);
  const called = name?.trim().slice(0, 200) || email.slice(0, email.indexOf('@'));
  const account = { companyId, userId };
  await register(platform, account, { email, name: called, roleType: role.roleType, role: role.name, roleId: role.id });
  return account;
}

type NewPerson = Pick<Extract<UserEvent, { type: 'UserRegistered' }>['data'], 'email' | 'name' | 'roleType' | 'role' | 'roleId'>;

async function register(platform: Platform, { companyId, userId }: Account, person: NewPerson): Promise<void> {
  await givePassword(platform, person.email, null, false);
  const command = { type: 'RegisterUser', userId, subjectId: subjectOf(userId), ...person } as const;
  await handle(platform, user, command, { companyId, actor: `user:${userId}` });
}

/** The person as their own stream tells, which is never behind; and what they were invited as, roles changed since. */
async function personAt(platform: Platform, { companyId, userId }: Account) {
  const history = await platform.store.readStream<UserEvent>(companyId, userStream(userId));
  let state: UserState = user.initial;
  let invitation: NewPerson | null = null;
  for (const event of history as readonly (StoredEvent & UserEvent)[]) {
    state = user.evolve(state, event);
    if (event.type === 'UserInvited') {
      const { email, name, roleType, role, roleId } = event.data;
      invitation = { email, name, roleType, role, ...(roleId ? { roleId } : {}) };
    }
    if (event.type === 'UserRoleChanged' && invitation) {
      const { roleType, role, roleId } = event.data;
      invitation = { ...invitation, roleType, role, ...(roleId ? { roleId } : {}) };
    }
  }
  return { state, invitation };
}

async function refuseUnlessActive(platform: Platform, account: Account): Promise<void> {
  const { state } = await personAt(platform, account);
  if (state.status !== 'active') await refuse(platform, account, 'disabled', 'sso_refused');
}

async function refuse(
  platform: Platform,
  account: Account,
  reason: 'sso' | 'disabled',
  code: 'sso_refused' | 'sso_no_account',
): Promise<never> {
  await recordAt(platform, account, [{ type: 'SignInRefused', data: { userId: account.userId, reason } }]);
  throw new DomainError(code);
}

async function userOfAddress(platform: Platform, companyId: CompanyId, email: string): Promise<string | null> {
  const { rows } = await platform.pool.query<{ user_id: string }>(
    'select user_id from accounts where company_id = $1 and email_hash = $2',
    [companyId, emailHash(platform, email)],
  );
  return rows[0]?.user_id ?? null;
}

/** A subject may be an e-mail address, so that it is kept as those are. */
const subjectHash = ({ idSecret }: Platform, { issuer, subject }: Identity): string =>
  derivedId(idSecret, 'sso subject', JSON.stringify([issuer, subject]));

async function linkedUser(platform: Platform, companyId: CompanyId, identity: Identity): Promise<string | null> {
  const { rows } = await platform.pool.query<{ user_id: string }>(
    'select user_id from sso_links where company_id = $1 and provider = $2 and issuer = $3 and subject_hash = $4',
    [companyId, identity.provider, identity.issuer, subjectHash(platform, identity)],
  );
  return rows[0]?.user_id ?? null;
}

/** Whoever is linked stays so: an address that the provider gave to another person opens nothing here. */
async function link(platform: Platform, account: Account, identity: Identity): Promise<void> {
  const { companyId, userId } = account;
  const { provider, issuer } = identity;
  const { rowCount } = await platform.pool.query(
    `insert into sso_links (company_id, provider, issuer, subject_hash, user_id, linked_at) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing`,
    [companyId, provider, issuer, subjectHash(platform, identity), userId, platform.clock.now()],
  );
  if (rowCount === 1) {
    await recordAt(platform, account, [{ type: 'SsoLinked', data: { userId, method: provider } }]);
  } else if ((await linkedUser(platform, companyId, identity)) !== userId) {
    await refuse(platform, account, 'sso', 'sso_no_account');
  }
}

/** After a provider was removed its subjects mean nothing any more. */
export async function forgetLinks({ pool }: Platform, companyId: CompanyId, provider: SsoProvider): Promise<void> {
  await pool.query('delete from sso_links where company_id = $1 and provider = $2', [companyId, provider]);
}
