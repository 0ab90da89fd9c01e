import { randomUUID } from 'node:crypto';
import type { CompanyId } from '@frankly/contracts/identity';
import type { EventsOf } from '@frankly/contracts/kit';
import type { SecurityChanges, securityEvents } from '@frankly/contracts/security';
import { type Account, accountsOf, emailHash, registerUser } from '@frankly/services/identity/accounts';
import { beginEnrolment, proveEnrolment } from '@frankly/services/identity/second-step';
import { generate } from 'otplib';
import type { TestApp } from './test-app.ts';

export const password = 'correct horse battery';

/** Somebody with an account at these companies, one password for all, projected. */
export async function somebody(t: TestApp, email: string, ...companies: { companyId: CompanyId }[]): Promise<Account[]> {
  const details = { email, password, name: 'Robin', roleType: 'head_office', role: 'Analyst' } as const;
  for (const { companyId } of companies) await registerUser(t.platform, companyId, details, 'system');
  await t.projected();
  return accountsOf(t.platform, emailHash(t.platform, email));
}

/** Something happened to a company, and everybody knows. */
export async function happenedAt(t: TestApp, companyId: CompanyId, ...events: EventsOf<typeof securityEvents>[]): Promise<void> {
  const commandId = randomUUID();
  const { position } = await t.platform.store.append({
    companyId,
    stream: `company-${companyId}`,
    expected: 'any',
    commandId,
    events,
    metadata: { actor: 'system', correlationId: commandId, causationId: commandId, at: t.clock.now() },
  });
  await t.projected(position);
}

/** Changes how a company's people sign in. */
export const changeSecurity = (t: TestApp, companyId: CompanyId, changes: SecurityChanges): Promise<void> =>
  happenedAt(t, companyId, { type: 'CompanySettingsChanged', data: { changes } });

/** The code that an authenticator shows now, or this many codes later. */
export const codeOf = (t: TestApp, secret: string, later = 0): Promise<string> =>
  generate({ secret, epoch: Math.floor(t.clock.now().getTime() / 1_000) + later * 30 });

/** Turns the second step on; the clock moves on to a code that is not used yet. */
export async function enrol(t: TestApp, email: string): Promise<string> {
  const hash = emailHash(t.platform, email);
  const { mfaSecret } = await beginEnrolment(t.platform, hash, email);
  if (!(await proveEnrolment(t.platform, hash, await codeOf(t, mfaSecret)))) throw new Error('the code did not fit');
  t.clock.advance(30_000);
  return mfaSecret;
}
