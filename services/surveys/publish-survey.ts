import { DomainError, fieldProblems } from '@frankly/contracts/errors';
import { SurveyContent, SurveyId } from '@frankly/contracts/surveys';
import type { CommandContext } from '../handle.ts';
import { handle } from '../handle.ts';
import type { Platform } from '../platform.ts';
import { createAttributeBook } from '../responses/attributes.ts';
import { survey } from './survey.ts';
import { reserveAddress } from './survey-addresses.ts';

/**
 * Publishes a survey at `/s/{surveyId}`. The same content again changes nothing; other content is the next version.
 * @throws DomainError survey_taken, invalid_input, too_many_attributes
 */
export async function publishSurvey(platform: Platform, surveyId: string, content: SurveyContent, context: CommandContext) {
  const id = SurveyId.safeParse(surveyId);
  const parsed = SurveyContent.safeParse(content);
  const problems = [
    ...(id.error ? fieldProblems(id.error).map(({ message }) => ({ path: 'surveyId', message })) : []),
    ...(parsed.error ? fieldProblems(parsed.error) : []),
  ];
  if (!id.success || !parsed.success) throw new DomainError('invalid_input', problems);
  const { attributes = {}, linkAttributes = [] } = parsed.data;
  await createAttributeBook(platform).ensure([...new Set([...Object.keys(attributes), ...linkAttributes])], context);
  await reserveAddress(platform.pool, context.companyId, surveyId);
  return handle(platform, survey, { type: 'PublishSurvey', surveyId, content: parsed.data }, context);
}
