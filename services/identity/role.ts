import { DomainError } from '@frankly/contracts/errors';
import type { RoleType } from '@frankly/contracts/role-types';
import type { EventsOf } from '@frankly/contracts/kit';
import type { roleEvents } from '@frankly/contracts/people';
import { administrator, builtInRoles, type Permission } from '@frankly/contracts/permissions';
import type { Decider } from '../decider.ts';

export type RoleEvent = EventsOf<typeof roleEvents>;

export type RoleCommand = { roleId: string } & (
  | { type: 'DefineRole'; name: string; roleType: RoleType; permissions: readonly Permission[] }
  | { type: 'ChangeRole'; name?: string | undefined; permissions?: readonly Permission[] | undefined }
);

interface RoleState {
  defined: boolean;
  name: string | null;
  permissions: readonly Permission[] | null;
}

const sorted = (permissions: readonly Permission[]): Permission[] => [...new Set(permissions)].toSorted();
const same = (one: readonly Permission[], other: readonly Permission[]): boolean => sorted(one).join() === sorted(other).join();

/** What a role is called and may do. Built-in roles need not be defined; the administrator's cannot be changed. */
export const role: Decider<RoleCommand, RoleEvent, RoleState> = {
  stream: ({ roleId }) => `role-${roleId}`,
  initial: { defined: false, name: null, permissions: null },
  decide(command, state) {
    const { roleId } = command;
    const builtIn = builtInRoles.find(({ id }) => id === roleId);
    if (command.type === 'DefineRole') {
      if (state.defined || builtIn) throw new DomainError('role_exists');
      const { name, roleType, permissions } = command;
      return [{ type: 'RoleDefined', data: { roleId, name, roleType, permissions: sorted(permissions) } }];
    }
    if (roleId === administrator) throw new DomainError('role_fixed');
    if (!state.defined && !builtIn) throw new DomainError('role_unknown');
    const { name, permissions } = command;
    const before = state.permissions ?? builtIn?.permissions ?? [];
    return [
      ...(name !== undefined && name !== (state.name ?? builtIn?.name)
        ? [{ type: 'RoleRenamed' as const, data: { roleId, name } }]
        : []),
      ...(permissions && !same(permissions, before)
        ? [{ type: 'PermissionsChanged' as const, data: { roleId, permissions: sorted(permissions) } }]
        : []),
    ];
  },
  evolve(state, { type, data }) {
    switch (type) {
      case 'RoleDefined':
        return { defined: true, name: data.name, permissions: data.permissions };
      case 'RoleRenamed':
        return { ...state, name: data.name };
      case 'PermissionsChanged':
        return { ...state, permissions: data.permissions };
    }
  },
};
