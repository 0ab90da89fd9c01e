import { DomainError, fieldProblems, type Problem } from '@frankly/contracts/errors';
import type { Route } from '@frankly/contracts/kit';
import type {} from '@fastify/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, RouteShorthandOptions } from 'fastify';
import * as z from 'zod';
import type { Caller, Rule } from './authentication.ts';

interface Call<P, Q, B> {
  params: P;
  query: Q;
  body: B;
  correlationId: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Handler<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType, More> = (
  call: Call<z.output<P>, z.output<Q>, z.output<B>> & More,
) => Promise<z.input<R>>;

type Options = Pick<RouteShorthandOptions, 'bodyLimit'> & {
  /** For the few routes that answer a refusal in a shape of their own. */
  refusal?: (problem: Problem) => object;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    refusal?: (problem: Problem) => object;
  }
}

type Guard = (rule: Rule, quietly?: boolean) => (request: FastifyRequest) => Promise<void>;

export interface Binder {
  /** Answers a route for a known caller. The handler's input and reply are those of the contract. */
  on<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
    route: Route<P, Q, B, R>,
    handler: Handler<P, Q, B, R, { caller: Caller }>,
    options?: Options,
  ): void;
  /** Answers a public route: there is no caller. */
  onPublic<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
    route: Route<P, Q, B, R>,
    handler: Handler<P, Q, B, R, object>,
    options?: Options,
  ): void;
  guard: Guard;
}

/** Binds contracts to handlers inside one Fastify scope; `topic` groups them in the API's description. */
export type Bind = (app: FastifyInstance, topic: string) => Binder;

export const createBind =
  (guard: Guard): Bind =>
  (app, topic) => {
    const answer = <P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
      route: Route<P, Q, B, R>,
      handler: (call: Call<z.output<P>, z.output<Q>, z.output<B>>) => Promise<z.input<R>>,
      { refusal, ...options }: Options = {},
    ) =>
      app.route({
        ...options,
        config: refusal ? { refusal } : {},
        method: route.method,
        url: route.path,
        schema: schemaOf(route, topic),
        onRequest: guard(route),
        handler: async (request, reply) => {
          reply.code(route.status);
          return handler({
            params: request.params as z.output<P>,
            query: request.query as z.output<Q>,
            body: request.body as z.output<B>,
            correlationId: request.id,
            request,
            reply,
          });
        },
      });
    return {
      guard,
      on(route, handler, options) {
        if (isPublic(route)) throw new Error(`${route.path} is public, so it has no caller`);
        answer(route, (call) => handler({ ...call, caller: call.request.caller! }), options);
      },
      onPublic(route, handler, options) {
        if (!isPublic(route)) throw new Error(`${route.path} is not public`);
        answer(route, handler, options);
      },
    };
  };

const isPublic = ({ access }: Pick<Rule, 'access'>): boolean => access === 'public' || access === 'federated';

function schemaOf<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  { method, params, query, body, reply, summary, access }: Route<P, Q, B, R>,
  topic: string,
): FastifySchema {
  const said = (schema: z.ZodType) => !(schema instanceof z.ZodUnknown);
  return {
    tags: [topic],
    summary,
    security: [
      ...(access === 'key' || access === 'session-or-key' ? [{ key: [] }] : []),
      ...(access === 'session' || access === 'session-or-key' ? [{ session: [] }] : []),
    ],
    ...(said(params) ? { params } : {}),
    ...(said(query) ? { querystring: query } : {}),
    ...(said(body) && method !== 'GET' ? { body } : {}),
    response: { '2xx': reply },
  };
}

/** Input that does not fit its contract is refused with one line per field. */
export const validateByContract =
  ({ schema }: { schema: z.ZodType }) =>
  (input: unknown) => {
    const parsed = schema.safeParse(input);
    return parsed.success ? { value: parsed.data } : { error: new DomainError('invalid_input', fieldProblems(parsed.error)) };
  };
