import type { CompanyId } from '@frankly/contracts/identity';
import type { EventsOf } from '@frankly/contracts/kit';
import type { QuestionType } from '@frankly/contracts/question-types';
import type { SurveyContent, surveyEvents } from '@frankly/contracts/surveys';
import type { ReadDb } from '@frankly/infra/read-db/read-db';
import { rowProjection } from '../engine/row-projection.ts';

type SurveyEvent = EventsOf<typeof surveyEvents>;

type Row = {
  survey_id: string;
  version: number;
  question_type: QuestionType;
  scale: number;
  /** The other parts of the content, as JSON. */
  words: string;
};

/** The newest version of every survey. */
export const publishedSurveys = rowProjection<SurveyEvent, Row>({
  name: 'published_surveys',
  version: 1,
  events: ['SurveyPublished'],
  columns: {
    survey_id: 'text not null',
    version: 'int not null',
    question_type: 'text not null',
    scale: 'int not null',
    words: 'text not null',
  },
  key: ['survey_id'],
  keyOf: ({ data }) => [data.surveyId],
  evolve(row, { data: { surveyId, version, questionType, scale, ...words } }) {
    if (row && row.version >= version) return row;
    return { survey_id: surveyId, version, question_type: questionType, scale, words: JSON.stringify(words) };
  },
});

export interface PublishedSurvey extends SurveyContent {
  surveyId: string;
  version: number;
}

/** The newest version of one survey, or null when it was never published. */
export async function publishedSurvey(db: ReadDb, companyId: CompanyId, surveyId: string): Promise<PublishedSurvey | null> {
  const [row] = await db.query<Row>(
    `select survey_id, version, question_type, scale, words from ${db.table('published_surveys')}
     where company_id = $1 and survey_id = $2`,
    [companyId, surveyId],
  );
  return row
    ? {
        surveyId: row.survey_id,
        version: row.version,
        questionType: row.question_type,
        scale: row.scale,
        ...(JSON.parse(row.words) as Omit<SurveyContent, 'questionType' | 'scale'>),
      }
    : null;
}
