import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    afterReply: (() => Promise<void>) | null;
  }
}

/** Lets a call leave work for when its reply is gone, so that the time of the reply tells nothing of it. */
export function registerAfterReply(app: FastifyInstance): void {
  const underWay = new Set<Promise<void>>();
  app.decorateRequest('afterReply', null);
  app.addHook('onResponse', async (request: FastifyRequest) => {
    const { afterReply } = request;
    if (!afterReply) return;
    // The reply is written by now, but may not have left: what begins at once would hold it back.
    const work = nextTurn()
      .then(afterReply)
      .catch((error: unknown) => request.log.error({ err: error, correlationId: request.id }, 'Work after a reply failed'))
      .finally(() => underWay.delete(work));
    underWay.add(work);
  });
  app.addHook('onClose', async () => {
    await Promise.all(underWay);
  });
}
