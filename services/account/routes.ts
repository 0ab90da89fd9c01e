import {
  beginMfa,
  changeEmail,
  changePassword,
  confirmIdentity,
  disableMfa,
  enableMfa,
  endOtherSessions,
  endSession,
  getAccount,
  listSessions,
  renewRecoveryCodes,
} from '@frankly/contracts/account';
import { DomainError } from '@frankly/contracts/errors';
import { securityOf } from '@frankly/projections/identity/company-security';
import type { FastifyPluginAsync } from 'fastify';
import type { Person } from '../http/authentication.ts';
import type { Bind } from '../http/binder.ts';
import { emailHash, recordAt } from '../identity/accounts.ts';
import { recoveryCodesLeft } from '../identity/recovery-codes.ts';
import { isEnrolled } from '../identity/second-step.ts';
import { endSignIn, type OpenSignIn, openSignIns } from '../identity/sign-ins.ts';
import { attempt } from '../identity/throttle.ts';
import { requestLink } from '../links/request-link.ts';
import { unconfirmedEmail } from '../links/unconfirmed-email.ts';
import type { Platform } from '../platform.ts';
import { setPassword } from './set-password.ts';
import { confirmPerson } from './confirm-person.ts';
import { endOtherSignIns } from './other-sign-ins.ts';
import { loginToChange, ownLogin } from './own-login.ts';
import { beginSecondStep, disableSecondStep, enableSecondStep, isEnforced, renewCodes } from './own-second-step.ts';

export const accountRoutes =
  ({ platform, bind }: { platform: Platform; bind: Bind }): FastifyPluginAsync =>
  async (app) => {
    const { on } = bind(app, 'People');
    const done = { done: true } as const;

    on(getAccount, async ({ caller: { person } }) => {
      const { hash, passwordHash } = await ownLogin(platform, person!);
      const [mfa, mfaEnforced, recoveryCodes, newEmail] = await Promise.all([
        isEnrolled(platform, hash),
        isEnforced(platform, hash),
        recoveryCodesLeft(platform, hash),
        unconfirmedEmail(platform, person!),
      ]);
      return {
        hasPassword: passwordHash !== null,
        mfa,
        mfaEnforced,
        recoveryCodesLeft: recoveryCodes,
        freshUntil: person!.freshUntil?.toISOString() ?? null,
        newEmail,
      };
    });

    on(confirmIdentity, async ({ caller: { person }, body, request }) => {
      const freshUntil = await confirmPerson(platform, request, person!, body);
      return { freshUntil: freshUntil.toISOString() };
    });

    on(changePassword, async ({ caller: { person }, body: { password }, correlationId }) => {
      await setPassword(platform, person!, password, correlationId);
      return done;
    });

    on(changeEmail, async ({ caller: { person }, body: { email } }) => {
      // The address is what a new password is asked for by, at every company.
      await loginToChange(platform, person!);
      const { companyId, userId } = person!;
      await attempt(platform, [
        { kind: 'mail', of: userId },
        { kind: 'mail', of: emailHash(platform, email) },
      ]);
      await requestLink(platform, { purpose: 'email', companyId, userId, email });
      return done;
    });

    on(beginMfa, async ({ caller: { person } }) => beginSecondStep(platform, person!));

    on(enableMfa, async ({ caller: { person }, body: { mfa }, correlationId }) => ({
      recoveryCodes: await enableSecondStep(platform, person!, mfa, correlationId),
    }));

    on(disableMfa, async ({ caller: { person }, correlationId }) => {
      await disableSecondStep(platform, person!, correlationId);
      return done;
    });

    on(renewRecoveryCodes, async ({ caller: { person }, correlationId }) => ({
      recoveryCodes: await renewCodes(platform, person!, correlationId),
    }));

    on(listSessions, async ({ caller: { person } }) => {
      const open = await openNow(platform, person!);
      return {
        sessions: open.map(({ startedAt, seenAt, ...session }) => ({
          ...session,
          current: session.id === person!.signInId,
          startedAt: startedAt.toISOString(),
          seenAt: seenAt.toISOString(),
        })),
      };
    });

    on(endSession, async ({ caller: { person }, params: { id }, correlationId }) => {
      if (!(await endSignIn(platform, person!, id))) throw new DomainError('session_unknown');
      const data = { userId: person!.userId, count: 1, reason: 'person' } as const;
      await recordAt(platform, person!, [{ type: 'SessionsEnded', data }], { correlationId });
      return done;
    });

    on(endOtherSessions, async ({ caller: { person }, correlationId }) => {
      const open = await openNow(platform, person!);
      await endOtherSignIns(platform, person!, [person!], 'person', correlationId);
      return { ended: open.filter(({ id }) => id !== person!.signInId).length };
    });
  };

/** Sessions that idled or aged out are not ended yet, but nobody is signed in there any more. */
async function openNow(platform: Platform, person: Person): Promise<OpenSignIn[]> {
  const { sessionIdleMinutes, sessionHours } = await securityOf(platform.read, person.companyId);
  return openSignIns(platform, person, { idleMs: sessionIdleMinutes * 60_000, lifetimeMs: sessionHours * 3_600_000 });
}
