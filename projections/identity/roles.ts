import type { CompanyId } from '@frankly/contracts/identity';
import type { RoleType } from '@frankly/contracts/role-types';
import type { EventsOf } from '@frankly/contracts/kit';
import type { roleEvents } from '@frankly/contracts/people';
import { administrator, builtInRoles, type Permission } from '@frankly/contracts/permissions';
import type { ReadDb } from '@frankly/infra/read-db/read-db';
import { rowProjection } from '../engine/row-projection.ts';

type RoleEvent = EventsOf<typeof roleEvents>;
type Row = { role_id: string; name: string | null; role_type: RoleType | null; permissions: string | null };

/** What companies changed about roles: their own ones, and what built-in ones are named and granted instead. */
export const roles = rowProjection<RoleEvent, Row>({
  name: 'roles',
  version: 1,
  events: ['RoleDefined', 'RoleRenamed', 'PermissionsChanged'],
  columns: { role_id: 'text not null', name: 'text', role_type: 'text', permissions: 'text' },
  key: ['role_id'],
  keyOf: ({ data }) => [data.roleId],
  evolve(row, { type, data }) {
    const before = row ?? { role_id: data.roleId, name: null, role_type: null, permissions: null };
    switch (type) {
      case 'RoleDefined': {
        const { name, roleType, permissions } = data as Extract<RoleEvent, { type: 'RoleDefined' }>['data'];
        return { ...before, name, role_type: roleType, permissions: JSON.stringify(permissions) };
      }
      case 'RoleRenamed':
        return { ...before, name: (data as Extract<RoleEvent, { type: 'RoleRenamed' }>['data']).name };
      case 'PermissionsChanged':
        return {
          ...before,
          permissions: JSON.stringify((data as Extract<RoleEvent, { type: 'PermissionsChanged' }>['data']).permissions),
        };
      default:
        return row;
    }
  },
});

export interface Role {
  id: string;
  name: string;
  roleType: RoleType;
  permissions: readonly Permission[];
}

const builtIn = new Map(builtInRoles.map((role) => [role.id, role]));

/** A role from its row, from the built-in one, or from both. Null when there is neither. */
export function roleOf(
  id: string,
  row: { name: string | null; roleType: RoleType | null; permissions: readonly Permission[] | null } | null,
): Role | null {
  const first = builtIn.get(id);
  const roleType = row?.roleType ?? first?.roleType;
  if (!roleType) return null;
  return {
    id,
    name: row?.name ?? first?.name ?? id,
    roleType,
    permissions: id === administrator ? builtIn.get(administrator)!.permissions : (row?.permissions ?? first?.permissions ?? []),
  };
}

export async function rolesOf(db: ReadDb, companyId: CompanyId): Promise<Role[]> {
  const rows = await db.query<{ id: string; name: string | null; roleType: RoleType | null; permissions: Permission[] | null }>(
    `select role_id as id, name, role_type as "roleType", permissions::json as permissions
     from ${db.table('roles')} where company_id = $1 order by name, role_id`,
    [companyId],
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  const own = rows.filter(({ id }) => !builtIn.has(id)).map(({ id }) => id);
  return [...builtIn.keys(), ...own].flatMap((id) => roleOf(id, known.get(id) ?? null) ?? []);
}
