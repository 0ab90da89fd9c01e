import type { CompanyId } from '@frankly/contracts/identity';
import type { NewResponse } from '@frankly/contracts/responses';
import { derivedId } from '../derived-id.ts';

export type ContactIdentity = Pick<NonNullable<NewResponse['contact']>, 'id' | 'email' | 'mobile'>;

/**
 * The data subjects that a contact is known as: by its id, its e-mail address, its mobile number. Its answers belong to the
 * first. None gives away who it is; empty when the contact has none of the three.
 */
export function contactSubjects(secret: Buffer, companyId: CompanyId, { id, email, mobile }: ContactIdentity): string[] {
  const identifiers = [
    ['id', id?.trim()],
    ['email', email?.trim().toLowerCase()],
    ['mobile', mobile?.replace(/[^\d+]/g, '')],
  ] as const;
  return identifiers
    .filter(([, value]) => value)
    .map((identifier) => `contact-${derivedId(secret, companyId, ...identifier).slice(0, 32)}`);
}
