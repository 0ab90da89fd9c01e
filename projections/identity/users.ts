import type { CompanyId, RoleType, userEvents } from '@frankly/contracts/identity';
import type { EventsOf } from '@frankly/contracts/kit';
import type { ReadDb } from '@frankly/infra/read-db/read-db';
import { rowProjection } from '../engine/row-projection.ts';

type UserRegistered = Extract<EventsOf<typeof userEvents>, { type: 'UserRegistered' }>;
type Row = { user_id: string; email: string; name: string; role_type: RoleType; role: string };

export const users = rowProjection<UserRegistered, Row>({
  name: 'users',
  version: 1,
  events: ['UserRegistered'],
  opens: true,
  columns: {
    user_id: 'text not null',
    email: 'text not null',
    name: 'text not null',
    role_type: 'text not null',
    role: 'text not null',
  },
  key: ['user_id'],
  keyOf: ({ data }) => [data.userId],
  // The fields of somebody who was forgotten do not open any more.
  evolve: (_, { data: { userId, email = '', name = '', roleType, role } }) => ({
    user_id: userId,
    email,
    name,
    role_type: roleType,
    role,
  }),
});

export interface User {
  id: string;
  email: string;
  name: string;
  roleType: RoleType;
  role: string;
}

export async function userById(db: ReadDb, companyId: CompanyId, userId: string): Promise<User | null> {
  const [found] = await db.query<User>(
    `select user_id as id, email, name, role_type as "roleType", role from ${db.table('users')}
     where company_id = $1 and user_id = $2`,
    [companyId, userId],
  );
  return found ?? null;
}
