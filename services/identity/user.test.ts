import { describe, test } from 'vitest';
import { given } from '../../tests/kit/given.ts';
import { user, type UserEvent } from './user.ts';

const userId = 'u1';
const jane = {
  subjectId: 'user-u1',
  email: 'jane@example.org',
  name: 'Jane',
  roleType: 'frontline_staff',
  role: 'Seller',
} as const;
const invited: UserEvent = { type: 'UserInvited', data: { userId, ...jane } };
const registered: UserEvent = { type: 'UserRegistered', data: { userId, ...jane } };
const disabled: UserEvent = { type: 'UserDisabled', data: { userId } };
const register = { type: 'RegisterUser', userId, ...jane } as const;
const team = { region_c: 'North', store_c: 'Haarlem' };

describe('a person', () => {
  test('is registered, once', () => {
    given(user).when(register).then(registered);
    given(user, registered).when(register).refuses('email_taken');
  });
  test('is invited, and registers by it', () => {
    given(user)
      .when({ ...register, type: 'InviteUser' })
      .then(invited);
    given(user, invited).when(register).then(registered);
  });
  test('starts in a team when it is known', () => {
    const joined: UserEvent = { type: 'UserJoinedTeam', data: { userId, team, servedBy: null } };
    given(user)
      .when({ ...register, type: 'InviteUser', team })
      .then(invited, joined);
    given(user)
      .when({ ...register, team, servedBy: null })
      .then(registered, joined);
    given(user)
      .when({ ...register, team: {}, servedBy: null })
      .then(registered);
  });
  test('is not invited twice, nor after registering', () => {
    for (const before of [invited, registered])
      given(user, before)
        .when({ ...register, type: 'InviteUser' })
        .refuses('email_taken');
  });
  test('whose invitation was withdrawn cannot register by it', () =>
    given(user, invited, disabled).when(register).refuses('user_disabled'));
  test('who does not exist cannot be changed', () => {
    for (const type of ['DisableUser', 'EnableUser'] as const) given(user).when({ type, userId }).refuses('user_unknown');
  });
  test('is disabled and enabled; saying so again appends nothing', () => {
    given(user, registered).when({ type: 'DisableUser', userId }).then(disabled);
    given(user, registered, disabled).when({ type: 'DisableUser', userId }).then();
    given(user, registered, disabled).when({ type: 'EnableUser', userId }).then({ type: 'UserEnabled', data: { userId } });
    given(user, registered).when({ type: 'EnableUser', userId }).then();
  });
  test('joins a team, whatever the order its levels are named in', () => {
    const joins = { type: 'JoinTeam', userId, team, servedBy: 'Jane' } as const;
    const joined: UserEvent = { type: 'UserJoinedTeam', data: { userId, team, servedBy: 'Jane' } };
    given(user, registered).when(joins).then(joined);
    given(user, registered, joined)
      .when({ ...joins, team: { store_c: 'Haarlem', region_c: 'North' } })
      .then();
    given(user, registered, joined)
      .when({ ...joins, servedBy: null })
      .then({ type: 'UserJoinedTeam', data: { userId, team, servedBy: null } });
  });
  test('holds the built-in role of their type until given another', () => {
    const night = { roleType: 'frontline_staff', role: 'Nights', roleId: 'night' } as const;
    given(user, registered).when({ type: 'ChangeRole', userId, roleType: 'frontline_staff', role: 'Team member' }).then();
    given(user, registered)
      .when({ type: 'ChangeRole', userId, ...night })
      .then({ type: 'UserRoleChanged', data: { userId, ...night } });
  });
});
