import { type DataScope, mayManage, type Team } from '@frankly/contracts/data-scope';
import { DomainError } from '@frankly/contracts/errors';
import type { RoleType } from '@frankly/contracts/role-types';
import type { Permission } from '@frankly/contracts/permissions';
import type { Role } from '@frankly/projections/identity/roles';
import type { Caller } from '../http/authentication.ts';

/** Who manages people and roles. */
export type Manager = Pick<Caller, 'companyId' | 'actor' | 'permissions' | 'scope'> & {
  userId: string;
  correlationId: string;
};

const widthOf: Record<RoleType, number> = { frontline_staff: 0, frontline_manager: 1, head_office: 2 };
const reachOf: Record<DataScope['kind'], number> = { own: 0, team: 1, all: 2 };

/** A role also grants sight: of oneself, of a team, of everything. */
const isWithin = ({ permissions, scope }: Manager, role: Pick<Role, 'permissions' | 'roleType'>): boolean =>
  widthOf[role.roleType] <= reachOf[scope.kind] && role.permissions.every((permission) => permissions.has(permission));

/** @throws DomainError more_than_own */
export function refuseGrant(manager: Manager, role: { permissions: readonly Permission[]; roleType: RoleType }): void {
  if (!isWithin(manager, role)) throw new DomainError('more_than_own');
}

/** Nobody manages somebody who may do more than they. @throws DomainError user_unknown for a person of other teams, not_allowed */
export function refuseManaging(manager: Manager, person: { team: Team; role: Role | null }): void {
  if (!mayManage(manager.scope, person.team)) throw new DomainError('user_unknown');
  if (person.role && !isWithin(manager, person.role)) throw new DomainError('not_allowed');
}

/** @throws DomainError not_allowed for a place that is not below the manager's own. */
export function refusePlacing({ scope }: Manager, team: Team): void {
  if (!mayManage(scope, team)) throw new DomainError('not_allowed');
}
