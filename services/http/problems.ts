import { DomainError, type Problem, type ProblemCode, problems } from '@frankly/contracts/errors';
import { RevisionConflict } from '@frankly/infra/event-store/port';
import { isConnectionLoss } from '@frankly/infra/postgres/connection-loss';
import type { FastifyReply, FastifyRequest } from 'fastify';
import pg from 'pg';

export interface Refusal {
  status: number;
  problem: Problem;
  /** Not a refusal but a fault of ours: somebody has to look at it. */
  fault: boolean;
}

/** Fastify's own refusals that have better words than their status alone. */
const codesOfStatus: Readonly<Record<number, ProblemCode>> = {
  404: 'not_found',
  406: 'unsupported_media',
  413: 'too_large',
  415: 'unsupported_media',
};
const jsonErrors = ['FST_ERR_CTP_INVALID_JSON_BODY', 'FST_ERR_CTP_EMPTY_JSON_BODY'];

/** Text that PostgreSQL cannot hold, a number beyond its type: the input's fault, found late. */
const unstorableInput = ['22021', '22P05', '22003'];
/** Out of disk, memory or connections, shutting down, read-only, or too slow to answer. */
const cannotServe = /^(53|57P0|57014|25006|58030)/;

const named = (code: ProblemCode): Refusal => ({
  status: problems[code][0],
  problem: new DomainError(code).toProblem(),
  fault: false,
});

/** Every error as the one shape that is answered. Nothing of an unexpected error leaves the server. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof DomainError) return { status: error.status, problem: error.toProblem(), fault: false };
  if (error instanceof RevisionConflict) return named('revision_conflict');
  if (error instanceof pg.DatabaseError && unstorableInput.includes(error.code ?? '')) return named('invalid_input');
  if (isConnectionLoss(error) || (error instanceof pg.DatabaseError && cannotServe.test(error.code ?? ''))) {
    return { ...named('unavailable'), fault: true };
  }
  const { statusCode = 500, code = '' } = error as { statusCode?: number; code?: string };
  if (jsonErrors.includes(code) || (statusCode === 400 && error instanceof SyntaxError)) return named('invalid_json');
  if (statusCode >= 400 && statusCode < 500) return named(codesOfStatus[statusCode] ?? 'bad_request');
  return { ...named('internal'), fault: true };
}

/** The only place where an error becomes a reply. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, problem, fault } = refusalOf(error);
  if (fault) request.log.error({ err: error, correlationId: request.id, route: request.routeOptions?.url }, 'A request failed');
  const { refusal } = request.routeOptions?.config ?? {};
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .header('cache-control', 'no-store')
    .send(refusal ? refusal(problem) : problem);
}
