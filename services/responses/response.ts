import { DomainError, invalid } from '@frankly/contracts/errors';
import type { EventsOf } from '@frankly/contracts/kit';
import { scaleProblem } from '@frankly/contracts/question-types';
import type { responseEvents } from '@frankly/contracts/responses';
import { isDeepStrictEqual } from 'node:util';
import type { Decider } from '../decider.ts';

export type ResponseEvent = EventsOf<typeof responseEvents>;
export type RecordedAnswer = Extract<ResponseEvent, { type: 'AnswerRecorded' }>['data'];

export type ResponseCommand =
  | { type: 'RecordAnswer'; responseId: string; answer: RecordedAnswer }
  /** `sealFor` names whose comment it is when the contact of the answer was forgotten. */
  | { type: 'CorrectAnswer'; responseId: string; score?: number; comment?: string; reason: string; sealFor?: string }
  | { type: 'VoidAnswer'; responseId: string; reason: string };

interface ResponseState {
  recorded: RecordedAnswer | null;
  /** As corrected. */
  score: number | null;
  comment: string;
  voided: boolean;
}

export const responseStream = (responseId: string): string => `response-${responseId}`;

/** Whose fields they are when an answer names no contact: the answer's own. */
export const answerSubject = (responseId: string): string => `answer-${responseId}`;

/** One answer, one stream. It can be corrected until it is voided; saying again what holds already appends nothing. */
export const response: Decider<ResponseCommand, ResponseEvent, ResponseState> = {
  stream: ({ responseId }) => responseStream(responseId),
  initial: { recorded: null, score: null, comment: '', voided: false },
  decide(command, state) {
    if (command.type === 'RecordAnswer') {
      if (!state.recorded) return [{ type: 'AnswerRecorded', data: command.answer }];
      if (isDeepStrictEqual(state.recorded, command.answer)) return [];
      throw new DomainError('answer_differs');
    }
    if (!state.recorded) throw new DomainError('answer_unknown');
    const { responseId, reason } = command;
    if (command.type === 'VoidAnswer') return state.voided ? [] : [{ type: 'AnswerVoided', data: { responseId, reason } }];
    if (state.voided) throw new DomainError('answer_voided');
    return correction(command, state, state.recorded);
  },
  evolve(state, event) {
    switch (event.type) {
      case 'AnswerRecorded':
        return { ...state, recorded: event.data, score: event.data.score, comment: event.data.comment ?? '' };
      case 'AnswerCorrected':
        return {
          ...state,
          score: event.data.score ?? state.score,
          comment: event.data.comment === undefined ? state.comment : (event.data.comment ?? ''),
        };
      case 'AnswerVoided':
        return { ...state, voided: true };
    }
  },
};

function correction(
  { responseId, score, comment, reason, sealFor }: Extract<ResponseCommand, { type: 'CorrectAnswer' }>,
  state: ResponseState,
  { questionType, scale, subjectId = answerSubject(responseId) }: RecordedAnswer,
): ResponseEvent[] {
  if (score === undefined && comment === undefined) {
    throw invalid({ path: 'score', message: 'Give the right score, the right comment, or both.' });
  }
  const problem = score === undefined ? null : scaleProblem(questionType, score, scale);
  if (problem) throw invalid(problem);

  const changes = {
    ...(score !== undefined && score !== state.score ? { score } : {}),
    ...(comment !== undefined && comment !== state.comment ? { subjectId: sealFor ?? subjectId, comment: comment || null } : {}),
  };
  return Object.keys(changes).length === 0 ? [] : [{ type: 'AnswerCorrected', data: { responseId, ...changes, reason } }];
}
