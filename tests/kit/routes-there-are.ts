import { readdirSync } from 'node:fs';
import type { Route } from '@frankly/contracts/kit';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod';

export type AnyRoute = Route<z.ZodType, z.ZodType, z.ZodType, z.ZodType>;

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
