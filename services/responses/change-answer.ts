import { DomainError } from '@frankly/contracts/errors';
import type { CompanyId } from '@frankly/contracts/identity';
import type { ResponseHistory } from '@frankly/contracts/responses';
import { subjectKeyName } from '@frankly/infra/keys/port';
import { type CommandContext, handle } from '../handle.ts';
import type { Platform } from '../platform.ts';
import { answerSubject, response, type ResponseEvent, responseStream } from './response.ts';

/** Replaces what an answer says. The first one stays in its history. @throws DomainError */
export async function correctAnswer(
  platform: Platform,
  responseId: string,
  correction: { score?: number; comment?: string; reason: string },
  context: CommandContext,
) {
  const sealFor =
    correction.comment && (await isForgotten(platform, context.companyId, responseId)) ? answerSubject(responseId) : undefined;
  return handle(platform, response, { type: 'CorrectAnswer', responseId, ...correction, sealFor }, context);
}

/** Takes an answer out of every figure. It stays in the history. @throws DomainError */
export const voidAnswer = (platform: Platform, responseId: string, reason: string, context: CommandContext) =>
  handle(platform, response, { type: 'VoidAnswer', responseId, reason }, context);

/** Everything that happened to an answer, oldest first, personal fields opened. @throws DomainError answer_unknown */
export async function answerHistory(platform: Platform, companyId: CompanyId, responseId: string): Promise<ResponseHistory> {
  const events = await platform.store.readStream<ResponseEvent>(companyId, responseStream(responseId));
  if (events.length === 0) throw new DomainError('answer_unknown');
  return {
    id: responseId,
    history: events.map(({ position, type, metadata, data }) => ({
      position,
      type,
      at: metadata.at.toISOString(),
      actor: metadata.actor,
      data: { ...data },
    })),
  };
}

async function isForgotten({ store, keys }: Platform, companyId: CompanyId, responseId: string): Promise<boolean> {
  const [first] = await store.readStream<ResponseEvent>(companyId, responseStream(responseId));
  if (!first || !('subjectId' in first.data) || !first.data.subjectId) return false;
  const { subjectId } = first.data;
  return (await keys.find([{ companyId, subjectId }])).get(subjectKeyName(companyId, subjectId)) === null;
}
