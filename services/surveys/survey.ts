import { isDeepStrictEqual } from 'node:util';
import { invalid } from '@frankly/contracts/errors';
import type { EventsOf } from '@frankly/contracts/kit';
import { scaleProblem } from '@frankly/contracts/question-types';
import type { SurveyContent, surveyEvents } from '@frankly/contracts/surveys';
import type { Decider } from '../decider.ts';

export interface PublishSurvey {
  type: 'PublishSurvey';
  surveyId: string;
  content: SurveyContent;
}

type SurveyEvent = EventsOf<typeof surveyEvents>;
type State = Extract<SurveyEvent, { type: 'SurveyPublished' }>['data'] | null;

/** Each publishing is a frozen version. The same content again appends nothing, so a retry is harmless. */
export const survey: Decider<PublishSurvey, SurveyEvent, State> = {
  stream: ({ surveyId }) => `survey-${surveyId}`,
  initial: null,
  decide({ surveyId, content }, newest) {
    const problem = scaleProblem(content.questionType, content.scale, content.scale);
    if (problem) throw invalid({ ...problem, path: 'scale' });
    const next = { ...content, surveyId, version: newest?.version ?? 1 };
    if (newest && isDeepStrictEqual(stored(next), stored(newest))) return [];
    return [{ type: 'SurveyPublished', data: { ...next, version: newest ? newest.version + 1 : 1 } }];
  },
  evolve: (_, event) => event.data,
};

/** As the log gives it back: a field that is undefined is a field that is not there. */
const stored = (data: object): unknown => JSON.parse(JSON.stringify(data));
