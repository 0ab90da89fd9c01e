import { DomainError } from '@frankly/contracts/errors';
import type { CompanyId } from '@frankly/contracts/identity';
import { SurveyId } from '@frankly/contracts/surveys';
import { type PublishedSurvey, publishedSurvey } from '@frankly/projections/surveys/published-surveys';
import type { Pool } from 'pg';
import type { Platform } from '../platform.ts';

/** Takes a public address for a company, once and for ever. @throws DomainError survey_taken */
export async function reserveAddress(pool: Pool, companyId: CompanyId, surveyId: string): Promise<void> {
  await pool.query('insert into survey_addresses (survey_id, company_id) values ($1, $2) on conflict (survey_id) do nothing', [
    surveyId,
    companyId,
  ]);
  if ((await ownerOf(pool, surveyId)) !== companyId) throw new DomainError('survey_taken');
}

async function ownerOf(pool: Pool, surveyId: string): Promise<CompanyId | null> {
  const { rows } = await pool.query<{ company_id: CompanyId }>('select company_id from survey_addresses where survey_id = $1', [
    surveyId,
  ]);
  return rows[0]?.company_id ?? null;
}

export interface AddressedSurvey {
  companyId: CompanyId;
  survey: PublishedSurvey;
}

const freshMs = 2_000;

/** Finds what is published at an address; a new version shows within two seconds. */
export function createSurveyLookup({ pool, read, clock }: Pick<Platform, 'pool' | 'read' | 'clock'>) {
  const recent = new Map<string, { found: AddressedSurvey; until: number }>();
  return async (surveyId: string): Promise<AddressedSurvey | null> => {
    const now = clock.now().getTime();
    const held = recent.get(surveyId);
    if (held && held.until > now) return held.found;
    if (!SurveyId.safeParse(surveyId).success) return null;
    const companyId = await ownerOf(pool, surveyId);
    const survey = companyId && (await publishedSurvey(read, companyId, surveyId));
    if (!companyId || !survey) return null;
    const found = { companyId, survey };
    recent.set(surveyId, { found, until: now + freshMs });
    return found;
  };
}
