import { randomUUID } from 'node:crypto';
import helmet from '@fastify/helmet';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { DomainError } from '@frankly/contracts/errors';
import type { LoginData } from '@frankly/contracts/sign-in';
import type { Metrics } from '@frankly/infra/logging/metrics';
import type { Outbox } from '@frankly/infra/mail/outbox';
import type { FeedbackQueries } from '@frankly/projections/feedback/query-port';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { jsonSchemaTransform, serializerCompiler } from 'fastify-type-provider-zod';
import { auditRoutes } from '../audit/routes.ts';
import { accountRoutes } from '../account/routes.ts';
import { feedbackRoutes } from '../feedback/routes.ts';
import { createKeyRing } from '../identity/api-keys.ts';
import { createPeople } from '../identity/callers.ts';
import { registerDevices } from '../identity/devices.ts';
import { identityRoutes } from '../identity/routes.ts';
import type { ProjectionsUnderWatch } from '../operations/readiness.ts';
import { operationRoutes } from '../operations/routes.ts';
import { keyRoutes } from '../keys/routes.ts';
import { linkRoutes } from '../links/routes.ts';
import { outboxRoutes } from '../mail/outbox-routes.ts';
import { peopleRoutes } from '../people/routes.ts';
import type { Platform } from '../platform.ts';
import type { Intake } from '../responses/intake.ts';
import { responseRoutes } from '../responses/routes.ts';
import { securityRoutes } from '../security/routes.ts';
import { signInRoutes } from '../sign-in/routes.ts';
import { ssoRoutes } from '../sso/routes.ts';
import { ssoSetUpRoutes } from '../sso/set-up-routes.ts';
import { surveyRoutes } from '../surveys/routes.ts';
import { createGuard } from './authentication.ts';
import { createBind, validateByContract } from './binder.ts';
import { registerCompanies } from './company-of.ts';
import { contentPolicy } from './content-policy.ts';
import { answerError } from './problems.ts';
import { registerSessions } from './sessions.ts';
import type { Site } from './site.ts';
import { webFiles, webPages } from './web-pages.ts';

export interface AppDependencies {
  platform: Platform;
  intake: Intake;
  queries: FeedbackQueries;
  watched: ProjectionsUnderWatch;
  metrics: Metrics;
  /** At least 32 characters. */
  sessionSecret: string;
  /** Cookies go over https only, and the proxy in front is believed when it says who calls. */
  production: boolean;
  site: Site;
  /** Where the built web is. */
  webRoot: string;
  /** Mails that are kept instead of sent; shown at /dev/mail. */
  outbox?: Outbox;
  /** Accounts that the sign-in page offers. */
  demo?: LoginData['demo'];
}

/** The whole HTTP application, ready to listen or to be asked by `inject`. */
export async function buildApp(deps: AppDependencies): Promise<FastifyInstance> {
  const { platform, intake, queries, watched, metrics, sessionSecret, production, site, webRoot, demo } = deps;
  const app = Fastify({
    loggerInstance: platform.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: production,
    requestTimeout: 30_000,
    genReqId: ({ headers }) => traceable(headers['x-request-id']) ?? randomUUID(),
    frameworkErrors: answerError,
  });
  app.setValidatorCompiler(validateByContract);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(() => {
    throw new DomainError('not_found');
  });
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async ({ id }, reply) => {
    reply.header('x-request-id', id);
  });
  measure(app, metrics);

  await app.register(helmet, { contentSecurityPolicy: contentPolicy(site), strictTransportSecurity: production });
  await describe(app);
  await webFiles(app, webRoot);
  await app.register(surveyRoutes({ platform, intake }));
  await app.register(async (known) => {
    await registerSessions(known, { platform, secret: sessionSecret, secure: production });
    registerDevices(known, { secure: production });
    registerCompanies(known, { platform, site });
    const person = createPeople(platform);
    const bind = createBind(createGuard({ key: createKeyRing(platform), person }));
    await known.register(signInRoutes({ platform, site, bind }));
    await known.register(linkRoutes({ platform, bind }));
    await known.register(identityRoutes({ platform, bind }));
    await known.register(accountRoutes({ platform, bind }));
    await known.register(peopleRoutes({ platform, bind }));
    await known.register(keyRoutes({ platform, bind }));
    await known.register(auditRoutes({ platform, bind }));
    await known.register(securityRoutes({ platform, bind, site }));
    await known.register(ssoSetUpRoutes({ platform, bind, site, production }));
    await known.register(ssoRoutes({ platform, bind, site, production }));
    await known.register(responseRoutes({ platform, intake, bind }));
    await known.register(feedbackRoutes({ platform, queries, bind }));
    await known.register(webPages({ platform, site, webRoot, person, demo }));
  });
  if (deps.outbox) await app.register(outboxRoutes(deps.outbox));
  await app.register(operationRoutes({ platform, watched, metrics }));
  return app;
}

/** A caller's own id is kept when it is one that logs and events can hold. */
const traceable = (id: string | string[] | undefined): string | null =>
  typeof id === 'string' && /^[\w.:-]{1,100}$/.test(id) ? id : null;

async function describe(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Frankly', version: '1', description: 'Customer feedback: answers in, figures out.' },
      tags: [{ name: 'Answers' }, { name: 'Feedback' }, { name: 'People' }],
      components: {
        securitySchemes: {
          key: { type: 'http', scheme: 'bearer' },
          session: { type: 'apiKey', in: 'cookie', name: 'frankly' },
        },
      },
    },
    hideUntagged: true,
    transform: jsonSchemaTransform,
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    theme: {
      title: 'Frankly API',
      css: [{ filename: 'frankly.css', content: '.swagger-ui .topbar { display: none }' }],
    },
  });
}

function measure(app: FastifyInstance, metrics: Metrics): void {
  const durations = metrics.seconds('http_request_duration', 'Time to answer a request.', ['method', 'route', 'status']);
  app.addHook('onResponse', async (request, reply) => {
    // The pattern of the route, never the address: addresses hold ids and search words.
    const labels = { method: request.method, route: request.routeOptions.url ?? 'none', status: String(reply.statusCode) };
    durations.observe(labels, reply.elapsedTime / 1_000);
    request.log.debug({ ...labels, ms: Math.round(reply.elapsedTime) }, 'answered');
  });
}
