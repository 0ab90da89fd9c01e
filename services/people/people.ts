import type { Team } from '@frankly/contracts/data-scope';
import { DomainError, invalid } from '@frankly/contracts/errors';
import { administrator } from '@frankly/contracts/permissions';
import type { Position } from '@frankly/contracts/position';
import { servesBeyond } from '@frankly/projections/feedback/serves-beyond';
import { type Role, rolesOf } from '@frankly/projections/identity/roles';
import { handle } from '../handle.ts';
import { accountsOf, recordAt, reserveAccount, subjectOf } from '../identity/accounts.ts';
import { removeSecondStep } from '../identity/second-step.ts';
import { endSignIns } from '../identity/sign-ins.ts';
import { user, type UserCommand, type UserState } from '../identity/user.ts';
import { requestLink } from '../links/request-link.ts';
import { sendNotice } from '../mail/send-notice.ts';
import type { Platform } from '../platform.ts';
import { keepingAnAdministrator } from './administrators.ts';
import { type Manager, refuseGrant, refuseManaging, refusePlacing } from './authority.ts';
import { hierarchyOf, refuseOtherLevels } from './hierarchy.ts';
import { personNow } from './person-now.ts';
import { settled } from '../settled.ts';

export interface Place {
  team: Team;
  servedBy: string | null;
}
type Changed = Promise<{ position: Position }>;

const visible = ['users'];

/** Somebody new, who gets a link by e-mail. @throws DomainError email_taken, role_unknown, more_than_own, not_allowed, invalid_input */
export async function invite(
  platform: Platform,
  manager: Manager,
  { email, name, roleId, ...place }: { email: string; name: string; roleId: string } & Place,
): Promise<{ id: string; position: Position }> {
  const role = (await rolesById(platform, manager)).get(roleId);
  if (!role) throw new DomainError('role_unknown');
  refuseGrant(manager, role);
  await refusePlace(platform, manager, place, { team: {}, servedBy: null });
  const { companyId } = manager;
  const userId = await reserveAccount(platform, companyId, email);
  const { position } = await handle(
    platform,
    user,
    { type: 'InviteUser', userId, subjectId: subjectOf(userId), email, name, ...held(role), ...place },
    { ...manager, assumeNew: true },
  );
  await requestLink(platform, { purpose: 'invitation', companyId, userId });
  return { id: userId, ...(await settled(platform, visible, position)) };
}

/** Another role, another place, or both. @throws DomainError */
export async function change(
  platform: Platform,
  manager: Manager,
  userId: string,
  { roleId, team, servedBy }: { roleId?: string } & Partial<Place>,
): Changed {
  const { person, roles } = await managed(platform, manager, userId);
  const role = roleId === undefined || roleId === person.roleId ? null : (roles.get(roleId) ?? 'unknown');
  if (role === 'unknown') throw new DomainError('role_unknown');
  if (role) refuseGrant(manager, role);
  const place = { team: team ?? person.team, servedBy: servedBy === undefined ? person.servedBy : servedBy };
  await refusePlace(platform, manager, place, person);

  const moved = await tell(platform, manager, { type: 'JoinTeam', userId, ...place });
  if (!role) return settled(platform, visible, moved);
  const promote = () => tell(platform, manager, { type: 'ChangeRole', userId, ...held(role) });
  return settled(platform, visible, moved, await leaving(platform, manager, userId, person, promote));
}

/** Ends every session at once. @throws DomainError user_is_you, last_administrator, user_unknown, not_allowed */
export async function disable(platform: Platform, manager: Manager, userId: string): Changed {
  const { person } = await managed(platform, manager, userId);
  if (userId === manager.userId) throw new DomainError('user_is_you');
  const position = await leaving(platform, manager, userId, person, () =>
    tell(platform, manager, { type: 'DisableUser', userId }),
  );
  return settled(platform, visible, position, ...(await endSessions(platform, manager, userId, 'disabled')));
}

export async function enable(platform: Platform, manager: Manager, userId: string): Changed {
  await managed(platform, manager, userId);
  return settled(platform, visible, await tell(platform, manager, { type: 'EnableUser', userId }));
}

/**
 * They enrol again when they next sign in. The second step belongs to the address, so only they themselves change it when
 * they sign in elsewhere too. @throws DomainError user_is_you, mfa_elsewhere, user_unknown, not_allowed
 */
export async function resetMfa(platform: Platform, manager: Manager, userId: string): Changed {
  await managed(platform, manager, userId);
  if (userId === manager.userId) throw new DomainError('user_is_you');
  const hash = await emailHashOf(platform, manager, userId);
  if (hash === null) throw new DomainError('user_unknown');
  if (await signsInElsewhere(platform, manager, hash)) throw new DomainError('mfa_elsewhere');
  await removeSecondStep(platform, hash);
  const position = await recordAt(
    platform,
    { companyId: manager.companyId, userId },
    [{ type: 'MfaReset', data: { userId } }],
    manager,
  );
  await sendNotice(platform, { companyId: manager.companyId, userId }, 'second_step_removed');
  return settled(platform, visible, position, ...(await endSessions(platform, manager, userId, 'mfa')));
}

/** The link before works no more. @throws DomainError email_taken when the person came already, user_disabled */
export async function inviteAgain(platform: Platform, manager: Manager, userId: string): Changed {
  const { person } = await managed(platform, manager, userId);
  if (person.status === 'disabled') throw new DomainError('user_disabled');
  if (person.registered) throw new DomainError('email_taken');
  await requestLink(platform, { purpose: 'invitation', companyId: manager.companyId, userId });
  return { position: await platform.store.head() };
}

const held = ({ id, name, roleType }: Role) => ({ roleId: id, role: name, roleType });

const rolesById = async ({ read }: Platform, { companyId }: Manager): Promise<Map<string, Role>> =>
  new Map((await rolesOf(read, companyId)).map((role) => [role.id, role]));

async function managed(
  platform: Platform,
  manager: Manager,
  userId: string,
): Promise<{ person: UserState; roles: Map<string, Role> }> {
  const [person, roles] = await Promise.all([personNow(platform, manager.companyId, userId), rolesById(platform, manager)]);
  refuseManaging(manager, { team: person.team, role: roles.get(person.roleId) ?? null });
  return { person, roles };
}

/** Where somebody is placed decides what they see, so nobody places anybody outside of what they see themselves. */
async function refusePlace(platform: Platform, manager: Manager, place: Place, before: Place): Promise<void> {
  const { scope, companyId } = manager;
  const added = Object.fromEntries(Object.entries(place.team).filter(([level, value]) => before.team[level] !== value));
  if (Object.keys(added).length > 0) refuseOtherLevels(added, (await hierarchyOf(platform, companyId)).levels);
  refusePlacing(manager, place.team);
  const { servedBy } = place;
  if (servedBy === null || servedBy === before.servedBy || scope.kind === 'all') return;
  if (await servesBeyond(platform.read, companyId, scope, servedBy)) {
    const message = 'Answers of other teams name this person too. Please ask head office.';
    throw invalid({ path: 'servedBy', message });
  }
}

const tell = async (platform: Platform, manager: Manager, command: UserCommand): Promise<Position> =>
  (await handle(platform, user, command, manager)).position;

/** Does what may take an administrator away. */
const leaving = <T>(
  platform: Platform,
  { companyId }: Manager,
  userId: string,
  { roleId, status }: UserState,
  work: () => Promise<T>,
): Promise<T> =>
  roleId === administrator && status === 'active' ? keepingAnAdministrator(platform, { companyId, userId }, work) : work();

async function endSessions(
  platform: Platform,
  manager: Manager,
  userId: string,
  reason: 'disabled' | 'mfa',
): Promise<Position[]> {
  const account = { companyId: manager.companyId, userId };
  const count = await endSignIns(platform, account);
  return count === 0
    ? []
    : [await recordAt(platform, account, [{ type: 'SessionsEnded', data: { userId, count, reason } }], manager)];
}

async function emailHashOf({ pool }: Platform, { companyId }: Manager, userId: string): Promise<string | null> {
  const { rows } = await pool.query<{ hash: string }>(
    'select email_hash as hash from accounts where company_id = $1 and user_id = $2',
    [companyId, userId],
  );
  return rows[0]?.hash ?? null;
}

/** An invitation elsewhere that nobody followed does not count: anybody could send one. */
async function signsInElsewhere(platform: Platform, { companyId }: Manager, hash: string): Promise<boolean> {
  const others = (await accountsOf(platform, hash)).filter((account) => account.companyId !== companyId);
  const people = await Promise.all(others.map((one) => personNow(platform, one.companyId, one.userId).catch(() => null)));
  return people.some((person) => person?.registered);
}
