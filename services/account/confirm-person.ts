import { DomainError } from '@frankly/contracts/errors';
import type { FastifyRequest } from 'fastify';
import type { Person } from '../http/authentication.ts';
import { recordAt, subjectOf } from '../identity/accounts.ts';
import { passwordFits } from '../identity/passwords.ts';
import { codeFits, isEnrolled } from '../identity/second-step.ts';
import { originOf, refreshSignIn } from '../identity/sign-ins.ts';
import { attempt } from '../identity/throttle.ts';
import type { Platform } from '../platform.ts';
import { ownLogin } from './own-login.ts';

/**
 * The person says again who they are: with the password, and a code when there is a second step.
 * @throws DomainError sign_in_refused, code_refused, too_many_attempts; sign_in_again for whoever has no password
 */
export async function confirmPerson(
  platform: Platform,
  request: FastifyRequest,
  person: Person,
  { password, mfa = '' }: { password: string; mfa?: string | undefined },
): Promise<Date> {
  const { hash, passwordHash } = await ownLogin(platform, person);
  if (passwordHash === null) throw new DomainError('sign_in_again');
  const enrolled = await isEnrolled(platform, hash);
  // Not a guess yet: the person learns what else to say.
  if (enrolled && mfa.trim() === '') throw new DomainError('code_refused');
  const { refund } = await attempt(platform, [{ kind: 'confirm', of: hash }]);
  const refuse = async (reason: 'password' | 'code'): Promise<never> => {
    const data = { userId: person.userId, subjectId: subjectOf(person.userId), ...originOf(request), reason };
    await recordAt(platform, person, [{ type: 'SignInRefused', data }], { correlationId: request.id });
    throw new DomainError(reason === 'password' ? 'sign_in_refused' : 'code_refused');
  };
  if (!(await passwordFits(password, passwordHash))) return refuse('password');
  if (enrolled && !(await codeFits(platform, hash, mfa.trim()))) return refuse('code');
  await refund();
  // From now on this session has proven the login itself, also when single sign-on had opened it.
  await platform.pool.query(`update sign_ins set method = 'password' where id = $1`, [person.signInId]);
  return refreshSignIn(platform, request);
}
