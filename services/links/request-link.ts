import type { CompanyId } from '@frankly/contracts/identity';
import type { Platform } from '../platform.ts';

/** Who shall get a link by e-mail, and for what. */
export type LinkRequest =
  | { purpose: 'reset'; email: string; companyId?: CompanyId | undefined }
  | { purpose: 'register'; companyId: CompanyId; email: string; name: string }
  | { purpose: 'invitation'; companyId: CompanyId; userId: string }
  | { purpose: 'email'; companyId: CompanyId; userId: string; email: string };

/** The name of the job. */
export const sendLink = 'links/send';

/** As accounts are found by it: a mail may not go to an address that only looks like it. */
const asKept = (email: string): string => email.trim().toLowerCase();

/** Only puts it on the list, so that it takes as long for whoever is known as for whoever is not. */
export const requestLink = ({ jobs, clock }: Pick<Platform, 'jobs' | 'clock'>, request: LinkRequest): Promise<void> =>
  jobs.add(sendLink, {
    ...request,
    ...('email' in request ? { email: asKept(request.email) } : {}),
    requestedAt: clock.now().toISOString(),
  });
