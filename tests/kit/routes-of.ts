import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';

export interface KnownRoute {
  method: string;
  url: string;
}

/** Every route that an application registers while `build` runs, as Fastify itself tells them. */
export async function routesOf<T>(build: () => Promise<T>): Promise<{ built: T; routes: KnownRoute[] }> {
  const routes: KnownRoute[] = [];
  const listen = (message: unknown) =>
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }: RouteOptions) => {
      for (const one of [method].flat()) routes.push({ method: one, url });
    });
  subscribe('fastify.initialization', listen);
  try {
    return { built: await build(), routes };
  } finally {
    unsubscribe('fastify.initialization', listen);
  }
}
