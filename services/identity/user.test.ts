import { describe, test } from 'vitest';
import { given } from '../../tests/kit/given.ts';
import { user } from './user.ts';

describe('a user', () => {
  const jane = {
    subjectId: 'user-u1',
    userId: 'u1',
    email: 'jane@example.org',
    name: 'Jane',
    roleType: 'head_office',
    role: 'Analyst',
  } as const;
  test('is registered', () =>
    given(user)
      .when({ type: 'RegisterUser', ...jane })
      .then({ type: 'UserRegistered', data: jane }));
  test('is registered once', () =>
    given(user, { type: 'UserRegistered', data: jane })
      .when({ type: 'RegisterUser', ...jane })
      .refuses('email_taken'));
});
