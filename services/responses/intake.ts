import { randomUUID } from 'node:crypto';
import { DomainError, type FieldProblem, fieldProblems, type ProblemCode } from '@frankly/contracts/errors';
import type { CompanyId } from '@frankly/contracts/identity';
import { type LineVerdict, NewResponse, type Recorded } from '@frankly/contracts/responses';
import { type Append, RevisionConflict } from '@frankly/infra/event-store/port';
import { subjectKeyName } from '@frankly/infra/keys/port';
import { derivedId } from '../derived-id.ts';
import { commandMetadata } from '../handle.ts';
import type { Platform } from '../platform.ts';
import { createAttributeBook } from './attributes.ts';
import { createContactLinks } from './contact-links.ts';
import { contactSubjects } from './contact-subject.ts';
import { answerProblems, filled, type IncomingAnswer, recordedAnswer } from './recorded-answer.ts';
import { answerSubject, response, responseStream } from './response.ts';

export type { IncomingAnswer } from './recorded-answer.ts';

export interface Intake {
  /** One verdict per answer, in their order, `line` counted from 1. A refused answer never stops the others. */
  record(companyId: CompanyId, answers: readonly IncomingAnswer[], actor: string, correlationId?: string): Promise<LineVerdict[]>;
}

/** Reads an answer from outside: the answer, or what to change in it. */
export function parseNewResponse(input: unknown): { answer: NewResponse } | { fields: FieldProblem[] } {
  const parsed = NewResponse.safeParse(input);
  return parsed.success ? { answer: parsed.data } : { fields: fieldProblems(parsed.error) };
}

/**
 * The one door by which answers come in, whoever sends them. An answer is appended as new without looking first; its event
 * id derives from what it says, so the same answer again is recognised by the store, and another one with its id is refused.
 */
export function createIntake(platform: Platform): Intake {
  const { store, keys, clock, idSecret, pool } = platform;
  const attributeBook = createAttributeBook(platform);
  const contactLinks = createContactLinks(pool);

  return {
    async record(companyId, answers, actor, correlationId = randomUUID()) {
      const now = clock.now();
      const verdicts: LineVerdict[] = [];
      const accepted: { index: number; incoming: IncomingAnswer; subjects: string[] }[] = [];

      for (const [index, incoming] of answers.entries()) {
        const { answer } = incoming;
        try {
          const fields = answerProblems(answer, now);
          if (fields.length > 0) throw new DomainError('invalid_input', fields);
          const names = Object.keys(filled(answer.attributes ?? {}));
          if (names.length > 0) await attributeBook.ensure(names, { companyId, actor, correlationId });
          accepted.push({ index, incoming, subjects: contactSubjects(idSecret, companyId, answer.contact ?? {}) });
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
          verdicts[index] = refused(index + 1, error, answer.id);
        }
      }

      const contacts = accepted.flatMap(({ subjects }) => (subjects.length > 0 ? [subjects] : []));
      // Before the answers, so that none is ever out of reach of who is forgotten.
      await contactLinks.link(companyId, contacts);
      const owners = contacts.map(([owner]) => owner!);
      const ownerKeys = owners.length > 0 ? await keys.obtain(companyId, owners) : new Map<string, Buffer | null>();

      const appends = accepted.map(({ incoming, subjects: [owner] }): Append & { responseId: string } => {
        const { answer, identity } = incoming;
        const responseId =
          answer.id ?? (identity ? derivedId(idSecret, companyId, 'answer', identity).slice(0, 32) : randomUUID());
        const forgotten = owner !== undefined && ownerKeys.get(subjectKeyName(companyId, owner)) === null;
        const whose = { subjectId: owner && !forgotten ? owner : answerSubject(responseId), forgotten };
        const data = recordedAnswer(responseId, incoming, whose, now);
        const commandId = derivedId(idSecret, companyId, 'record', responseId, answer);
        return {
          responseId,
          companyId,
          stream: responseStream(responseId),
          expected: 0,
          commandId,
          events: response.decide({ type: 'RecordAnswer', responseId, answer: data }, response.initial),
          metadata: commandMetadata(clock, { actor, correlationId }, commandId),
        };
      });

      // Of two lines with one id the first counts: the store keeps the order of a stream's appends.
      const outcomes = await store.appendAll(appends);
      for (const [at, outcome] of outcomes.entries()) {
        const { index } = accepted[at]!;
        const id = appends[at]!.responseId;
        verdicts[index] =
          outcome instanceof RevisionConflict
            ? refused(index + 1, new DomainError('answer_differs'), id)
            : { line: index + 1, status: outcome.repeated ? 200 : 201, id, position: outcome.position };
      }
      return verdicts;
    },
  };
}

/** The verdict of a line that was not recorded. */
export const refused = (line: number, error: DomainError, id?: string): LineVerdict => ({
  line,
  status: error.status,
  ...(id === undefined ? {} : { id }),
  ...error.toProblem(),
});

/** The reply to an answer that came alone. @throws DomainError when it was refused */
export function recordedOrThrow({ status, id, position, error, fields }: LineVerdict): Recorded & { status: number } {
  if (id === undefined || position === undefined) throw new DomainError(error as ProblemCode, fields);
  return { status, id, position };
}
