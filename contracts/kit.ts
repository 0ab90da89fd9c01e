import * as z from 'zod';
import type { Permission } from './permissions.ts';

/**
 * Who may call a route: anybody, a signed-in person, a bearer key, or either of the two. `federated` is public and may come from
 * another site: an identity provider posts there.
 */
export type Access = 'public' | 'federated' | 'session' | 'key' | 'session-or-key';

export interface Route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  access: Access;
  /** The permission that the caller's role, or key, has to hold. */
  needs: Permission | null;
  /** Only shortly after signing in, or after confirming who one is. */
  fresh: boolean;
  summary: string;
  params: P;
  query: Q;
  body: B;
  reply: R;
  /** Status of a plain success. */
  status: number;
}

const Nothing = z.unknown();

/** One HTTP call, described once: the server validates with it, the browser takes its types from it. */
export const route = <
  R extends z.ZodType,
  P extends z.ZodType = typeof Nothing,
  Q extends z.ZodType = typeof Nothing,
  B extends z.ZodType = typeof Nothing,
>(
  method: Route<P, Q, B, R>['method'],
  path: string,
  shape: {
    access: Access;
    needs?: Permission;
    fresh?: boolean;
    summary: string;
    reply: R;
    params?: P;
    query?: Q;
    body?: B;
    status?: number;
  },
): Route<P, Q, B, R> => ({
  method,
  path,
  access: shape.access,
  needs: shape.needs ?? null,
  fresh: shape.fresh ?? false,
  summary: shape.summary,
  params: shape.params ?? (Nothing as unknown as P),
  query: shape.query ?? (Nothing as unknown as Q),
  body: shape.body ?? (Nothing as unknown as B),
  reply: shape.reply,
  status: shape.status ?? 200,
});

/** PostgreSQL cannot hold NUL, and half of a surrogate pair is no character. */
const storable = /^[^\0\p{Surrogate}]*$/u;
const unstorable = 'This has a character that cannot be stored (NUL or half a character).';

/** Text that can be stored, without blanks around it. */
export const text = (longest: number) =>
  z.string().trim().max(longest, `At most ${longest} characters.`).regex(storable, unstorable);

/** Marks a field as personal: it is sealed at rest with the key of the event's data subject. */
export const personal = <S extends z.ZodType>(schema: S): S => schema.meta({ personal: true }) as S;

/** The newest stored version of an event; one when not said. */
export const version = <S extends z.ZodType>(number: number, schema: S): S => schema.meta({ version: number }) as S;

export type EventSchemas = Record<string, z.ZodObject>;

export interface EventContract {
  schema: z.ZodObject;
  version: number;
  /** Paths of the personal fields, e.g. [["comment"], ["contact", "email"]]. Their subject is `data.subjectId`. */
  personal: readonly (readonly string[])[];
}

export type EventContracts<S extends EventSchemas> = { readonly [T in keyof S]: EventContract & { schema: S[T] } };

/** The union of events that a set of contracts describes. */
export type EventsOf<C> =
  C extends EventContracts<infer S> ? { [T in keyof S & string]: { type: T; data: z.infer<S[T]> } }[keyof S & string] : never;

/** Declares a feature's events. A name, once stored, is for ever; a changed shape gets a new version and an upcaster. */
export const events = <S extends EventSchemas>(schemas: S): EventContracts<S> =>
  Object.fromEntries(
    Object.entries(schemas).map(([type, schema]) => {
      const paths = personalPaths(schema);
      if (paths.length > 0 && !('subjectId' in schema.shape)) {
        throw new Error(`${type} has personal fields but no subjectId to seal them for`);
      }
      const meta = schema.meta() as { version?: number } | undefined;
      return [type, { schema, version: meta?.version ?? 1, personal: paths }];
    }),
  ) as unknown as EventContracts<S>;

function personalPaths(schema: z.ZodType, path: readonly string[] = []): string[][] {
  if ((schema.meta() as { personal?: boolean } | undefined)?.personal) return [[...path]];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return personalPaths(schema.unwrap() as z.ZodType, path);
  }
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape).flatMap(([key, field]) => personalPaths(field as z.ZodType, [...path, key]));
}
