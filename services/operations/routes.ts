import type { Metrics } from '@frankly/infra/logging/metrics';
import type { FastifyPluginAsync } from 'fastify';
import type { Platform } from '../platform.ts';
import { projectionLags, type ProjectionsUnderWatch, tooFarBehind } from './readiness.ts';

/** For whoever runs Frankly: is it alive, may it have traffic, how is it doing. No company's data, so no sign-in. */
export const operationRoutes =
  ({
    platform,
    watched,
    metrics,
  }: {
    platform: Platform;
    watched: ProjectionsUnderWatch;
    metrics: Metrics;
  }): FastifyPluginAsync =>
  async (app) => {
    const lags = () => projectionLags(platform, watched);
    metrics.gauge('log_position', 'Number of the newest position in the log.', [], async (gauge) =>
      gauge.set(Number(await platform.store.head())),
    );
    metrics.gauge('projection_position', 'Number of the position a read model has reached.', ['projection'], async (gauge) => {
      for (const { projection, position } of await watched.status()) gauge.set({ projection }, Number(position));
    });
    metrics.gauge(
      'projection_lag_seconds',
      'Age of the oldest event a read model has not folded.',
      ['projection'],
      async (gauge) => {
        for (const { projection, lagSeconds } of await lags()) gauge.set({ projection }, lagSeconds);
      },
    );
    metrics.gauge(
      'projection_parked_streams',
      'Streams that a read model could not go on folding.',
      ['projection'],
      async (gauge) => {
        for (const { projection, parked } of await watched.status()) gauge.set({ projection }, parked);
      },
    );

    app.get('/healthz', async () => ({ status: 'ok' }));

    app.get('/readyz', async (_request, reply) => {
      const projections = (await lags()).map(({ projection, lagSeconds, parked }) => ({ projection, lagSeconds, parked }));
      const ready = projections.every(({ lagSeconds }) => lagSeconds <= tooFarBehind);
      return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'behind', projections });
    });

    app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.render()));
  };
