import type { DataScope, Team } from '@frankly/contracts/data-scope';
import { DomainError } from '@frankly/contracts/errors';
import type { CompanyId } from '@frankly/contracts/identity';
import type { RoleType } from '@frankly/contracts/role-types';
import type { Permission } from '@frankly/contracts/permissions';
import type { SecuritySettings } from '@frankly/contracts/security';
import { securityFrom } from '@frankly/projections/identity/company-security';
import { roleOf } from '@frankly/projections/identity/roles';
import type { UserStatus } from '@frankly/projections/identity/users';
import type { Doormen } from '../http/authentication.ts';
import type { Platform } from '../platform.ts';
import { freshMs } from './sign-ins.ts';

/** How stale "seen at" may get before it is written again. */
const seenEveryMs = 60_000;

interface Found {
  companyId: CompanyId;
  userId: string;
  startedAt: Date;
  seenAt: Date;
  freshAt: Date;
  status: UserStatus | null;
  roleType: RoleType;
  roleId: string;
  team: Team;
  servedBy: string | null;
  roleRowName: string | null;
  roleRowType: RoleType | null;
  permissions: Permission[] | null;
  settings: Partial<SecuritySettings> | null;
}

/** Which answers a person of this type, team and name may see. */
export function scopeOf({ roleType, team, servedBy }: Pick<Found, 'roleType' | 'team' | 'servedBy'>): DataScope {
  switch (roleType) {
    case 'head_office':
      return { kind: 'all', servedBy };
    case 'frontline_manager':
      return { kind: 'team', team, servedBy };
    case 'frontline_staff':
      return { kind: 'own', servedBy, team };
  }
}

/**
 * Who is behind a sign-in, and what they may do now: looked up at every call, so that a disabled person, an ended session, a
 * changed role count at once. Null when it ended, idled too long or got too old.
 */
export function createPeople(platform: Platform): Doormen['person'] {
  const { pool, read, clock } = platform;
  return async (signInId, quietly) => {
    const { rows } = await pool.query<Found>(
      `select s.company_id as "companyId", s.user_id as "userId", s.started_at as "startedAt", s.seen_at as "seenAt",
         s.fresh_at as "freshAt", u.status, u.role_type as "roleType", u.role_id as "roleId", u.team::json as team,
         u.served_by as "servedBy", r.name as "roleRowName", r.role_type as "roleRowType",
         r.permissions::json as permissions, c.settings::json as settings
       from sign_ins s
       left join ${read.table('users')} u on u.company_id = s.company_id and u.user_id = s.user_id
       left join ${read.table('roles')} r on r.company_id = s.company_id and r.role_id = u.role_id
       left join ${read.table('company_security')} c on c.company_id = s.company_id
       where s.id = $1 and s.ended_at is null`,
      [signInId],
    );
    const found = rows[0];
    if (!found) return null;
    const { sessionIdleMinutes, sessionHours } = securityFrom(found.settings);
    const now = clock.now().getTime();
    const tooOld = now - found.startedAt.getTime() >= sessionHours * 3_600_000;
    const idle = now - found.seenAt.getTime() >= sessionIdleMinutes * 60_000;
    if (tooOld || idle) return null;
    // Signed in faster than the read models could follow.
    if (found.status === null) throw new DomainError('unavailable');
    if (found.status !== 'active') return null;
    if (!quietly && now - found.seenAt.getTime() > seenEveryMs) {
      await pool.query('update sign_ins set seen_at = $2 where id = $1', [signInId, clock.now()]);
    }
    const role = roleOf(found.roleId, {
      name: found.roleRowName,
      roleType: found.roleRowType,
      permissions: found.permissions,
    });
    const freshUntil = found.freshAt.getTime() + freshMs;
    return {
      companyId: found.companyId,
      userId: found.userId,
      signInId,
      roleType: found.roleType,
      permissions: new Set(role?.permissions ?? []),
      scope: scopeOf(found),
      freshUntil: now < freshUntil ? new Date(freshUntil) : null,
    };
  };
}
