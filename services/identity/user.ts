import type { Team } from '@frankly/contracts/data-scope';
import { DomainError } from '@frankly/contracts/errors';
import type { userEvents } from '@frankly/contracts/identity';
import type { RoleType } from '@frankly/contracts/role-types';
import type { EventsOf } from '@frankly/contracts/kit';
import type { Decider } from '../decider.ts';

export type UserEvent = EventsOf<typeof userEvents>;

export const userStream = (userId: string): string => `user-${userId}`;

export interface HeldRole {
  roleType: RoleType;
  /** Its name, as it is now. */
  role: string;
  /** The built-in role of the type when absent. */
  roleId?: string | undefined;
}

interface Details extends HeldRole {
  subjectId: string;
  email: string;
  name: string;
  /** Where they start, when it is known already. */
  team?: Team | undefined;
  servedBy?: string | null | undefined;
}

export type UserCommand = { userId: string } & (
  | ({ type: 'RegisterUser' } & Details)
  | ({ type: 'InviteUser' } & Details)
  | { type: 'JoinTeam'; team: Team; servedBy: string | null }
  | ({ type: 'ChangeRole' } & HeldRole)
  | { type: 'DisableUser' }
  | { type: 'EnableUser' }
  | { type: 'ChangeEmail'; subjectId: string; email: string }
);

export interface UserState {
  status: 'none' | 'invited' | 'active' | 'disabled';
  registered: boolean;
  roleId: string;
  team: Team;
  servedBy: string | null;
  email: string;
}

const sameTeam = (one: Team, other: Team): boolean =>
  JSON.stringify(Object.entries(one).toSorted()) === JSON.stringify(Object.entries(other).toSorted());

const joins = (userId: string, team: Team = {}, servedBy: string | null = null): UserEvent[] =>
  Object.keys(team).length > 0 || servedBy !== null
    ? [{ type: 'UserJoinedTeam', data: { userId, team: { ...team }, servedBy } }]
    : [];

/** A person with an account at one company. Saying again what is so already appends nothing. */
export const user: Decider<UserCommand, UserEvent, UserState> = {
  stream: ({ userId }) => userStream(userId),
  initial: { status: 'none', registered: false, roleId: '', team: {}, servedBy: null, email: '' },
  decide(command, state) {
    const { userId } = command;
    switch (command.type) {
      case 'RegisterUser': {
        if (state.registered) throw new DomainError('email_taken');
        if (state.status === 'disabled') throw new DomainError('user_disabled');
        const { type: _, team, servedBy, ...details } = command;
        return [{ type: 'UserRegistered', data: details }, ...joins(userId, team, servedBy)];
      }
      case 'InviteUser': {
        if (state.status !== 'none') throw new DomainError('email_taken');
        const { type: _, team, servedBy, ...details } = command;
        return [{ type: 'UserInvited', data: details }, ...joins(userId, team, servedBy)];
      }
    }
    if (state.status === 'none') throw new DomainError('user_unknown');
    switch (command.type) {
      case 'JoinTeam': {
        const { team, servedBy } = command;
        if (sameTeam(team, state.team) && servedBy === state.servedBy) return [];
        return [{ type: 'UserJoinedTeam', data: { userId, team: { ...team }, servedBy } }];
      }
      case 'ChangeRole': {
        const { roleType, role, roleId = roleType } = command;
        return roleId === state.roleId ? [] : [{ type: 'UserRoleChanged', data: { userId, roleType, role, roleId } }];
      }
      case 'DisableUser':
        return state.status === 'disabled' ? [] : [{ type: 'UserDisabled', data: { userId } }];
      case 'EnableUser':
        return state.status === 'disabled' ? [{ type: 'UserEnabled', data: { userId } }] : [];
      case 'ChangeEmail': {
        const { subjectId, email } = command;
        return email === state.email ? [] : [{ type: 'UserEmailChanged', data: { userId, subjectId, email } }];
      }
    }
  },
  evolve(state, { type, data }) {
    switch (type) {
      case 'UserInvited':
        return { ...state, status: 'invited', roleId: data.roleId ?? data.roleType, email: data.email };
      case 'UserRegistered':
        return { ...state, status: 'active', registered: true, roleId: data.roleId ?? data.roleType, email: data.email };
      case 'UserJoinedTeam':
        return { ...state, team: data.team, servedBy: data.servedBy };
      case 'UserRoleChanged':
        return { ...state, roleId: data.roleId ?? data.roleType };
      case 'UserDisabled':
        return { ...state, status: 'disabled' };
      case 'UserEnabled':
        return { ...state, status: state.registered ? 'active' : 'invited' };
      case 'UserEmailChanged':
        return { ...state, email: data.email };
      default:
        return state;
    }
  },
};
