import { DomainError } from '@frankly/contracts/errors';
import type { EventsOf } from '@frankly/contracts/kit';
import type { userEvents } from '@frankly/contracts/identity';
import type { LoginReply } from '@frankly/contracts/sign-in';
import { securityOf } from '@frankly/projections/identity/company-security';
import type { FastifyRequest } from 'fastify';
import { companyOf, onCompanyHost } from '../http/company-of.ts';
import { safeRedirect } from '../http/safe-redirect.ts';
import type { Site } from '../http/site.ts';
import { type Account, emailHash, recordAt, subjectOf } from '../identity/accounts.ts';
import { deviceOf, isKnown, isRemembered, knowDevice } from '../identity/devices.ts';
import { passwordFits } from '../identity/passwords.ts';
import { issueRecoveryCodes, useRecoveryCode } from '../identity/recovery-codes.ts';
import { beginEnrolment, codeFits, proveEnrolment } from '../identity/second-step.ts';
import { originOf, startSignIn } from '../identity/sign-ins.ts';
import { attempt, networkOf, type ThrottleKey } from '../identity/throttle.ts';
import type { UserEvent } from '../identity/user.ts';
import { type Notice, sendNotice } from '../mail/send-notice.ts';
import type { Platform } from '../platform.ts';
import { offerChoice } from './choice.ts';
import { evenMoment } from './even-moments.ts';
import { refuseRobots, rememberHuman } from './human.ts';
import { type AccountThere, type KnownLogin, knownLogin } from './known-login.ts';

/** What the sign-in page sends. */
export interface SignInForm {
  email: string;
  password: string;
  redirect?: string | undefined;
  mfa?: string | undefined;
  mfaRememberDevice?: boolean | undefined;
  recoveryCode?: string | undefined;
  'g-recaptcha-response'?: string | undefined;
}

type RefusalReason = Extract<EventsOf<typeof userEvents>, { type: 'SignInRefused' }>['data']['reason'];

/** With fewer codes left than this, somebody gets new ones. */
const fewCodes = 3;

interface Visit {
  request: FastifyRequest;
  form: SignInForm;
  login: KnownLogin;
  /** The accounts that the password opens here. */
  usable: readonly AccountThere[];
  /** Whose guesses are counted together: the person's, or this browser's of theirs. */
  who: string;
}

/** What proved the second step, and what has to be told about it. */
interface Proof {
  events: readonly ((userId: string) => UserEvent)[];
  recoveryCodes?: string[];
  /** What the person is told by mail, in case it was not them. */
  notice?: Notice;
  byCode: boolean;
}

/** One call of the sign-in page: in, or what it asks for next. @throws DomainError in the words of the page */
export async function signIn(
  { platform, site }: { platform: Platform; site: Site },
  request: FastifyRequest,
  form: SignInForm,
): Promise<LoginReply> {
  const startedAt = performance.now();
  const hash = emailHash(platform, form.email);
  const secretHash = deviceOf(request);
  const [company, login] = await Promise.all([companyOf(request), knownLogin(platform, hash, secretHash)]);
  const settings = company && site.recaptcha ? await securityOf(platform.read, company.id) : null;
  const robotsRefused = settings?.recaptcha === true;
  if (robotsRefused) await refuseRobots(platform, site.recaptcha!, request, hash, form['g-recaptcha-response']);

  const known = secretHash !== null && isKnown(login.device, platform.clock.now());
  const who = known ? `${secretHash} ${hash}` : hash;
  const keys: readonly ThrottleKey[] = known
    ? [{ kind: 'device', of: who }]
    : [
        { kind: 'account', of: hash },
        { kind: 'address', of: networkOf(request.ip) },
      ];
  const { refund } = await attempt(platform, keys).catch((error: unknown) => {
    noteRefusal(platform, request, login, 'throttled');
    throw error;
  });
  const fits = await passwordFits(form.password, login.passwordHash);
  const usable = usableHere(login, company?.id ?? null, onCompanyHost(request));
  if (!fits || usable.length === 0) {
    noteRefusal(platform, request, login, fits ? 'disabled' : 'password');
    await evenMoment(startedAt);
    throw new DomainError('sign_in_refused');
  }
  await refund();

  const visit: Visit = { request, form, login, usable, who };
  const step = await secondStep(platform, visit);
  if ('ask' in step) {
    if (robotsRefused) rememberHuman(platform, request, hash);
    return step.ask;
  }
  return { ...(await enter(platform, visit, step)), ...(step.recoveryCodes ? { recoveryCodes: step.recoveryCodes } : {}) };
}

/** On a company's own host only its account; elsewhere the chosen company's when there is one, else all that there are. */
function usableHere({ accounts }: KnownLogin, companyId: string | null, ownHost: boolean): readonly AccountThere[] {
  const usable = accounts.filter(({ status, security }) => status === 'active' && security.emailLogin);
  const here = usable.filter((account) => account.companyId === companyId);
  return here.length > 0 || (ownHost && companyId !== null) ? here : usable;
}

/** What is proven of the second step, or what to ask for. @throws DomainError code_refused, recovery_code_refused */
async function secondStep(platform: Platform, visit: Visit): Promise<Proof | { ask: LoginReply }> {
  const { form, login, usable } = visit;
  const { hash, enrolled, pending, device, changedAt } = login;
  const code = form.mfa?.trim() ?? '';
  const recoveryCode = form.recoveryCode?.trim() ?? '';

  if (!enrolled) {
    if (!usable.some(({ security }) => security.enforceMfa)) return { events: [], byCode: false };
    if (code === '' || !pending) return { ask: { mfaEnforce: true, ...(await beginEnrolment(platform, hash, form.email)) } };
    await guess(platform, visit, 'code', () => proveEnrolment(platform, hash, code));
    const recoveryCodes = await issueRecoveryCodes(platform, hash);
    return { events: [enrolledNow, codesIssued(recoveryCodes)], recoveryCodes, notice: 'second_step_added', byCode: true };
  }
  if (recoveryCode !== '') {
    const { left } = await guess(platform, visit, 'recovery_code', () => useRecoveryCode(platform, hash, recoveryCode));
    const used = (userId: string): UserEvent => ({ type: 'RecoveryCodeUsed', data: { userId, left } });
    const notice = 'recovery_code_used';
    if (left >= fewCodes) return { events: [used], notice, byCode: false };
    const recoveryCodes = await issueRecoveryCodes(platform, hash);
    return { events: [used, codesIssued(recoveryCodes)], recoveryCodes, notice, byCode: false };
  }
  if (code !== '') {
    await guess(platform, visit, 'code', () => codeFits(platform, hash, code));
    return { events: [], byCode: true };
  }
  if (isRemembered(device, changedAt, platform.clock.now())) return { events: [], byCode: false };
  return { ask: { mfa: true } };
}

const enrolledNow = (userId: string): UserEvent => ({ type: 'MfaEnrolled', data: { userId } });
const codesIssued =
  (codes: readonly string[]) =>
  (userId: string): UserEvent => ({ type: 'RecoveryCodesIssued', data: { userId, count: codes.length } });

/** Counts a code that may be a guess, and refuses it when it does not prove anything. */
async function guess<T>(
  platform: Platform,
  { request, login, who }: Visit,
  reason: 'code' | 'recovery_code',
  prove: () => Promise<T | null | false>,
): Promise<T> {
  const kind = reason === 'code' ? 'code' : 'recovery';
  const { refund } = await attempt(platform, [{ kind, of: who }]).catch((error: unknown) => {
    noteRefusal(platform, request, login, 'throttled');
    throw error;
  });
  const proof = await prove();
  if (proof === null || proof === false) {
    noteRefusal(platform, request, login, reason);
    throw new DomainError(reason === 'code' ? 'code_refused' : 'recovery_code_refused');
  }
  await refund();
  return proof;
}

/** In, at the one company there is, or off to choose one. */
async function enter(
  platform: Platform,
  { request, form, login, usable }: Visit,
  { events, notice, byCode }: Proof,
): Promise<LoginReply> {
  const redirect = safeRedirect(form.redirect);
  const remember = byCode && form.mfaRememberDevice === true;
  const until = await knowDevice(platform, request, login.hash, login.device, remember);
  const { device } = originOf(request);
  const remembered = (userId: string): UserEvent => ({
    type: 'DeviceRemembered',
    data: { userId, until: until!.toISOString(), device },
  });
  const happened = [...events, ...(until ? [remembered] : [])];
  if (happened.length > 0) {
    const record = (account: Account) =>
      recordAt(
        platform,
        account,
        happened.map((event) => event(account.userId)),
        { correlationId: request.id },
      );
    await Promise.all(login.accounts.map(record));
  }
  if (notice) await sendNotice(platform, usable[0]!, notice);
  const [only, another] = usable;
  if (another) return { redirect: await offerChoice(platform, request, usable, redirect) };
  await startSignIn(platform, request, only!, 'password');
  return { redirect };
}

/** Notes a refusal in the history of whom the address belongs to: once the reply is gone, since others belong to nobody. */
function noteRefusal(platform: Platform, request: FastifyRequest, { hash, accounts }: KnownLogin, reason: RefusalReason): void {
  const { device, address } = originOf(request);
  const { id: correlationId } = request;
  request.afterReply = async () => {
    // Whoever goes on all night would fill the log.
    if (reason === 'throttled' && !(await isFirst(platform, hash))) return;
    const note = ({ companyId, userId }: Account) => {
      const data = { userId, subjectId: subjectOf(userId), address, device, reason };
      return recordAt(platform, { companyId, userId }, [{ type: 'SignInRefused', data }], { actor: 'system', correlationId });
    };
    await Promise.all(accounts.map(note));
  };
}

const isFirst = (platform: Platform, hash: string): Promise<boolean> =>
  attempt(platform, [{ kind: 'note', of: hash }]).then(
    () => true,
    (error: unknown) => {
      if (error instanceof DomainError) return false;
      throw error;
    },
  );
