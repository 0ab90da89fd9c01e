import type { Team } from '@frankly/contracts/data-scope';
import type { CompanyId, userEvents } from '@frankly/contracts/identity';
import type { RoleType } from '@frankly/contracts/role-types';
import type { EventsOf } from '@frankly/contracts/kit';
import type { ReadDb } from '@frankly/infra/read-db/read-db';
import { rowProjection } from '../engine/row-projection.ts';

type UserEvent = Extract<
  EventsOf<typeof userEvents>,
  {
    type:
      | 'UserInvited'
      | 'UserRegistered'
      | 'UserJoinedTeam'
      | 'UserRoleChanged'
      | 'UserDisabled'
      | 'UserEnabled'
      | 'UserEmailChanged'
      | 'MfaEnrolled'
      | 'MfaReset'
      | 'SignedIn';
  }
>;
export type UserStatus = 'invited' | 'active' | 'disabled';
type Row = {
  user_id: string;
  email: string;
  name: string;
  role_type: RoleType;
  role: string;
  role_id: string;
  team: string;
  served_by: string | null;
  status: UserStatus;
  registered: boolean;
  mfa: boolean;
  last_sign_in: Date | null;
};

export const users = rowProjection<UserEvent, Row>({
  name: 'users',
  version: 2,
  events: [
    'UserInvited',
    'UserRegistered',
    'UserJoinedTeam',
    'UserRoleChanged',
    'UserDisabled',
    'UserEnabled',
    'UserEmailChanged',
    'MfaEnrolled',
    'MfaReset',
    'SignedIn',
  ],
  opens: true,
  columns: {
    user_id: 'text not null',
    email: 'text not null',
    name: 'text not null',
    role_type: 'text not null',
    role: 'text not null',
    role_id: 'text not null',
    team: 'text not null', // JSON: attribute -> value
    served_by: 'text',
    status: 'text not null',
    registered: 'boolean not null',
    mfa: 'boolean not null',
    last_sign_in: 'timestamptz',
  },
  key: ['user_id'],
  keyOf: ({ data }) => [data.userId],
  evolve(row, event) {
    if (event.type === 'UserInvited' || event.type === 'UserRegistered') {
      // The fields of somebody who was forgotten do not open any more.
      const {
        userId,
        email = '',
        name = '',
        roleType,
        role,
        roleId = roleType,
      } = event.data as Extract<UserEvent, { type: 'UserRegistered' }>['data'];
      const registered = event.type === 'UserRegistered';
      return {
        ...(row ?? { ...newcomer, user_id: userId }),
        email,
        name,
        role_type: roleType,
        role,
        role_id: roleId,
        status: registered ? 'active' : 'invited',
        registered,
      };
    }
    return row && changed(row, event as UserEvent & { metadata: { at: Date } });
  },
});

const newcomer = { team: '{}', served_by: null, mfa: false, last_sign_in: null };

function changed(row: Row, { type, data, metadata }: UserEvent & { metadata: { at: Date } }): Row {
  switch (type) {
    case 'UserJoinedTeam':
      return { ...row, team: JSON.stringify(data.team), served_by: data.servedBy };
    case 'UserRoleChanged':
      return { ...row, role_type: data.roleType, role: data.role, role_id: data.roleId ?? data.roleType };
    case 'UserDisabled':
      return { ...row, status: 'disabled' };
    case 'UserEnabled':
      return { ...row, status: row.registered ? 'active' : 'invited' };
    case 'UserEmailChanged':
      return { ...row, email: data.email ?? '' };
    case 'MfaEnrolled':
      return { ...row, mfa: true };
    case 'MfaReset':
      return { ...row, mfa: false };
    case 'SignedIn':
      return { ...row, last_sign_in: metadata.at };
    default:
      return row;
  }
}

export interface User {
  id: string;
  email: string;
  name: string;
  roleType: RoleType;
  roleId: string;
  role: string;
  team: Team;
  servedBy: string | null;
  status: UserStatus;
  mfa: boolean;
  lastSignIn: Date | null;
}

/** Columns of a `User`, of the table called `u`. */
export const userColumns = `u.user_id as id, u.email, u.name, u.role_type as "roleType", u.role_id as "roleId", u.role,
  u.team::json as team, u.served_by as "servedBy", u.status, u.mfa, u.last_sign_in as "lastSignIn"`;

export async function userById(db: ReadDb, companyId: CompanyId, userId: string): Promise<User | null> {
  const [found] = await db.query<User>(
    `select ${userColumns} from ${db.table('users')} u where u.company_id = $1 and u.user_id = $2`,
    [companyId, userId],
  );
  return found ?? null;
}
