import { invalid, fieldProblems } from '@frankly/contracts/errors';
import { CompanyId, companyEvents } from '@frankly/contracts/identity';
import type { Position } from '@frankly/contracts/position';
import { derivedUuid } from '../derived-id.ts';
import { handle } from '../handle.ts';
import type { Platform } from '../platform.ts';
import { company } from './company.ts';

/** The id of the company with this slug, registered or not. */
export const companyIdOf = ({ idSecret }: Pick<Platform, 'idSecret'>, slug: string): CompanyId =>
  CompanyId.parse(derivedUuid(idSecret, 'company', slug));

/** @throws DomainError company_exists, invalid_input */
export async function registerCompany(
  platform: Platform,
  details: { slug: string; name: string; timeZone: string },
  actor: string,
): Promise<{ companyId: CompanyId; position: Position }> {
  const companyId = companyIdOf(platform, details.slug);
  const parsed = companyEvents.CompanyRegistered.schema.safeParse({ companyId, ...details });
  if (!parsed.success) throw invalid(...fieldProblems(parsed.error));
  const { position } = await handle(platform, company, parsed.data, { companyId, actor, assumeNew: true });
  return { companyId, position };
}
