import { randomUUID } from 'node:crypto';
import { DomainError } from '@frankly/contracts/errors';
import type { RoleRow } from '@frankly/contracts/people';
import { administrator, type Permission } from '@frankly/contracts/permissions';
import type { Position } from '@frankly/contracts/position';
import type { RoleType } from '@frankly/contracts/role-types';
import { rolesOf } from '@frankly/projections/identity/roles';
import { holdersByRole } from '@frankly/projections/people/people-list';
import { handle } from '../handle.ts';
import { role } from '../identity/role.ts';
import type { Platform } from '../platform.ts';
import { type Manager, refuseGrant } from './authority.ts';
import { settled } from '../settled.ts';

const visible = ['roles'];

/** Every role, with how many of the people that somebody manages hold it. */
export async function listRolesFor(
  { read }: Platform,
  { companyId, scope }: Pick<Manager, 'companyId' | 'scope'>,
): Promise<RoleRow[]> {
  const [roles, holders] = await Promise.all([rolesOf(read, companyId), holdersByRole(read, companyId, scope)]);
  return roles.map(({ id, name, roleType, permissions }) => ({
    id,
    name,
    roleType,
    permissions: [...permissions],
    people: holders.get(id) ?? 0,
    fixed: id === administrator,
  }));
}

/** @throws DomainError more_than_own, role_exists */
export async function define(
  platform: Platform,
  manager: Manager,
  details: { name: string; roleType: RoleType; permissions: readonly Permission[] },
): Promise<{ id: string; position: Position }> {
  refuseGrant(manager, details);
  await refuseTaken(platform, manager, details.name);
  const roleId = randomUUID();
  const { position } = await handle(platform, role, { type: 'DefineRole', roleId, ...details }, manager);
  return { id: roleId, ...(await settled(platform, visible, position)) };
}

/**
 * Counts for everybody who has the role. What it grants already may stay or go; what is added has to be the manager's own.
 * @throws DomainError role_unknown, role_fixed, role_exists, more_than_own
 */
export async function change(
  platform: Platform,
  manager: Manager,
  roleId: string,
  { name, permissions }: { name?: string; permissions?: readonly Permission[] },
): Promise<{ position: Position }> {
  const before = (await rolesOf(platform.read, manager.companyId)).find(({ id }) => id === roleId);
  if (!before) throw new DomainError('role_unknown');
  if (roleId === administrator) throw new DomainError('role_fixed');
  const added = permissions?.filter((permission) => !before.permissions.includes(permission)) ?? [];
  refuseGrant(manager, { roleType: before.roleType, permissions: added });
  if (name !== undefined) await refuseTaken(platform, manager, name, roleId);
  const { position } = await handle(platform, role, { type: 'ChangeRole', roleId, name, permissions }, manager);
  return settled(platform, visible, position);
}

async function refuseTaken({ read }: Platform, { companyId }: Manager, name: string, except?: string): Promise<void> {
  const same = (other: string) => other.toLowerCase() === name.toLowerCase();
  if ((await rolesOf(read, companyId)).some((one) => one.id !== except && same(one.name))) throw new DomainError('role_exists');
}
