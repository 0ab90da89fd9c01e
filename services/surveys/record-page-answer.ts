import { everything } from '@frankly/contracts/data-scope';
import { DomainError } from '@frankly/contracts/errors';
import { derivedId } from '../derived-id.ts';
import type { Platform } from '../platform.ts';
import { correctAnswer } from '../responses/change-answer.ts';
import type { Intake } from '../responses/intake.ts';
import { answerContext } from './answer-form.ts';
import type { AddressedSurvey } from './survey-addresses.ts';

export interface GivenAnswer {
  token: string;
  score: number;
  comment: string;
  carried: Readonly<Record<string, string>>;
}

/**
 * Records one form's answer, once. The form sent again with another score or comment corrects what it said before: the
 * person went back and changed it; an emptied comment is taken away.
 * The token cannot be read from the answer's id, so only that person can change it.
 * @throws DomainError
 */
export async function recordPageAnswer(
  platform: Platform,
  intake: Intake,
  { companyId, survey }: AddressedSurvey,
  { token, score, comment, carried }: GivenAnswer,
  correlationId: string,
): Promise<void> {
  const { surveyId, version, questionType, scale } = survey;
  const actor = `page:${surveyId}`;
  const id = `page-${derivedId(platform.idSecret, 'page answer', surveyId, token).slice(0, 32)}`;
  const answer = { id, questionType, scale, score, ...(comment ? { comment } : {}), ...answerContext(survey, carried) };
  const incoming = { answer, source: 'page' as const, surveyRef: { id: surveyId, version } };
  const [verdict] = await intake.record(companyId, [incoming], actor, correlationId);
  if (!verdict || verdict.status === 201) return;
  if (verdict.status !== 200 && verdict.error !== 'answer_differs') throw new DomainError('invalid_input', verdict.fields);
  const reason = 'changed on the survey page';
  try {
    await correctAnswer(platform, id, { score, comment, reason }, { companyId, actor, correlationId, scope: everything });
  } catch (error) {
    // Somebody took this answer out of the figures meanwhile; sending it once more does not bring it back.
    if (!(error instanceof DomainError && error.code === 'answer_voided')) throw error;
  }
}
