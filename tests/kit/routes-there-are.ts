import { readdirSync } from 'node:fs';
import type { Route } from '@frankly/contracts/kit';
import type { FastifyInstance } from 'fastify';
import type { JsonSchema } from './from-json-schema.ts';

export type AnyRoute = Pick<Route<never, never, never, never>, 'method' | 'path' | 'access' | 'needs' | 'fresh'>;

/** Every call that the application answers, as "GET /path", from the application itself. */
export function answeredBy(app: FastifyInstance): string[] {
  const above: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const found = /^([│ ]*)[├└]── (.*) \(([A-Z, ]+)\)$/.exec(line);
      if (!found) return [];
      const [, indent, part, methods] = found as unknown as [string, string, string, string];
      const depth = indent.length / 4;
      above.length = depth;
      above[depth] = part;
      // The root is a level of its own and ends in the slash that the others begin with.
      return methods.split(', ').map((method) => `${method} ${above.join('').replace(/^\/\//, '/')}`);
    });
}

const isRoute = (value: unknown): value is AnyRoute =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/** Every call that the contracts describe, by "GET /path". */
export async function described(): Promise<Map<string, AnyRoute>> {
  const folder = new URL('../../contracts/', import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const modules = await Promise.all(files.map((file) => import(new URL(file, folder).href) as Promise<object>));
  const routes = modules.flatMap((one) => Object.values(one)).filter(isRoute);
  return new Map(routes.map((route) => [`${route.method} ${route.path}`, route]));
}

interface Operation {
  requestBody?: { content: { 'application/json'?: { schema: JsonSchema } } };
  parameters?: { in: string; name: string; required?: boolean; schema: JsonSchema }[];
}

/** What each call takes, by "GET /path", as the API's description says it. Null for nothing. */
export async function inputs(app: FastifyInstance): Promise<Map<string, { body: JsonSchema | null; query: JsonSchema | null }>> {
  const { paths } = (await app.inject('/docs/json')).json<{ paths: Record<string, Record<string, Operation>> }>();
  return new Map(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { requestBody, parameters = [] }]) => {
        const asked = parameters.filter((one) => one.in === 'query');
        const query = {
          type: 'object',
          properties: Object.fromEntries(asked.map(({ name, schema }) => [name, schema])),
          required: asked.flatMap(({ name, required }) => (required ? [name] : [])),
        };
        const body = requestBody?.content['application/json']?.schema ?? null;
        const name = `${method.toUpperCase()} ${path.replaceAll(/{(\w+)}/g, ':$1')}`;
        return [name, { body, query: asked.length > 0 ? query : null }] as const;
      }),
    ),
  );
}
