import { CompanyId } from '@frankly/contracts/identity';
import type { Mailer } from '@frankly/infra/mail/port';
import { companyById } from '@frankly/projections/identity/companies';
import { securityOf } from '@frankly/projections/identity/company-security';
import { userById } from '@frankly/projections/identity/users';
import { hasVerifiedDomain } from '@frankly/projections/security/company-domains';
import * as z from 'zod';
import { type Account, emailHash, recordAt } from '../identity/accounts.ts';
import { compose } from '../mail/letters.ts';
import { type Letter, letters } from '../mail/messages.ts';
import type { Platform } from '../platform.ts';
import { type LinkFor, lifetimeMs, makeLink } from './one-time-links.ts';
import { caughtUp, holdersOf } from './standing.ts';

export interface Post {
  platform: Platform;
  mailer: Mailer;
  /** Frankly's own address. Links never come from what a request says. */
  siteUrl: string;
}

const requestedAt = z.coerce.date();
const account = { companyId: CompanyId, userId: z.string(), requestedAt };
const Requested = z.discriminatedUnion('purpose', [
  z.object({ purpose: z.literal('reset'), email: z.string(), requestedAt }),
  z.object({ purpose: z.literal('register'), companyId: CompanyId, email: z.string(), name: z.string(), requestedAt }),
  z.object({ purpose: z.literal('invitation'), ...account }),
  z.object({ purpose: z.literal('email'), ...account, email: z.string() }),
]);
type Wanted<P> = Extract<z.infer<typeof Requested>, { purpose: P }>;

/** Looks up who it is for, makes the link and mails it: whatever is found, whoever asked has had their answer long ago. */
export const sendLinkJob =
  (post: Post) =>
  async (payload: unknown): Promise<void> => {
    const wanted = Requested.parse(payload);
    const { platform } = post;
    // Mail that could not go for so long helps nobody any more.
    if (platform.clock.now().getTime() - wanted.requestedAt.getTime() >= lifetimeMs[wanted.purpose]) return;
    await caughtUp(platform);
    switch (wanted.purpose) {
      case 'reset':
        return sendReset(post, wanted);
      case 'register':
        return sendRegistration(post, wanted);
      case 'invitation':
        return sendInvitation(post, wanted);
      case 'email':
        return sendConfirmation(post, wanted);
    }
  };

async function sendReset(post: Post, { email }: Wanted<'reset'>): Promise<void> {
  const { platform, siteUrl } = post;
  const holders = await holdersOf(platform, emailHash(platform, email));
  const active = holders.filter(({ status }) => status === 'active');
  const [first] = active;
  if (!first) {
    for (const holder of holders) await sendInvitation(post, holder);
    return;
  }
  // To the address of the account: one that only looks like it may be somebody else's.
  const addressee = { email: first.email, name: first.name };
  const settings = await Promise.all(active.map(({ companyId }) => securityOf(platform.read, companyId)));
  if (!settings.some(({ emailLogin }) => emailLogin)) {
    await mail(post, addressee, letters.noPassword({ link: `${siteUrl}/login` }));
    return;
  }
  await mail(post, addressee, letters.reset({ link: await addressOf(post, { purpose: 'reset', ...addressee }) }));
  for (const holder of active) {
    await recordAt(platform, holder, [{ type: 'PasswordResetRequested', data: { userId: holder.userId } }], { actor: 'system' });
  }
}

async function sendRegistration(post: Post, { companyId, email, name }: Wanted<'register'>): Promise<void> {
  const { platform, siteUrl } = post;
  const company = await companyById(platform.read, companyId);
  if (!company || !(await mayRegister(platform, companyId, email))) return;
  const known = (await holdersOf(platform, emailHash(platform, email))).find((holder) => holder.companyId === companyId);
  switch (known?.status) {
    case undefined: {
      const link = await addressOf(post, { purpose: 'register', companyId, email, name });
      return mail(post, { email, name }, letters.register({ company: company.name, link }));
    }
    case 'invited':
      return sendInvitation(post, known!);
    case 'active':
      return mail(post, known!, letters.accountExists({ company: company.name, link: `${siteUrl}/login` }));
    case 'disabled':
      return;
  }
}

/** Where the company lets people register, those with an address of its own may. */
export async function mayRegister({ read }: Platform, companyId: CompanyId, email: string): Promise<boolean> {
  const { selfRegister } = await securityOf(read, companyId);
  return selfRegister && (await hasVerifiedDomain(read, companyId, email));
}

async function sendInvitation(post: Post, { companyId, userId }: Account): Promise<void> {
  const { read } = post.platform;
  const company = await companyById(read, companyId);
  const user = await userById(read, companyId, userId);
  if (!company || user?.status !== 'invited') return;
  const { email, name } = user;
  const link = await addressOf(post, { purpose: 'invitation', companyId, userId, email, name });
  await mail(post, user, letters.invitation({ company: company.name, link }));
}

async function sendConfirmation(post: Post, { companyId, userId, email }: Wanted<'email'>): Promise<void> {
  const { platform, siteUrl } = post;
  const user = await userById(platform.read, companyId, userId);
  if (user?.status !== 'active') return;
  const addressee = { email, name: user.name };
  if ((await holdersOf(platform, emailHash(platform, email))).some(({ registered }) => registered)) {
    // Somebody else's name is no business of whoever has this address.
    return mail(post, { email, name: '' }, letters.addressTaken({ link: `${siteUrl}/login` }));
  }
  const link = await addressOf(post, { purpose: 'email', companyId, userId, ...addressee });
  await mail(post, addressee, letters.email({ link }));
}

const addressOf = async ({ platform, siteUrl }: Post, link: LinkFor): Promise<string> =>
  `${siteUrl}/link?token=${await makeLink(platform, link)}`;

const mail = async ({ mailer }: Post, { email, name }: { email: string; name: string }, letter: Letter): Promise<void> =>
  mailer.send({ to: email, ...(await compose(letter, name)) });
