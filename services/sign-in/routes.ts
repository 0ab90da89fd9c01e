import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import { chooseCompany, listChoices, login, SignInProblem } from '@frankly/contracts/sign-in';
import type { FastifyPluginAsync } from 'fastify';
import type { Bind } from '../http/binder.ts';
import type { Site } from '../http/site.ts';
import type { Platform } from '../platform.ts';
import { registerAfterReply } from './after-reply.ts';
import { choices, choose } from './choice.ts';
import { signIn } from './sign-in.ts';

const formBytes = 16 * 1024;
const small = { fieldSize: formBytes, fields: 20, files: 0, parts: 20 };

export const signInRoutes =
  ({ platform, site, bind }: { platform: Platform; site: Site; bind: Bind }): FastifyPluginAsync =>
  async (app) => {
    await app.register(formbody, { bodyLimit: formBytes });
    await app.register(multipart, { attachFieldsToBody: 'keyValues', limits: small });
    registerAfterReply(app);
    const { onPublic } = bind(app, 'People');

    onPublic(login, ({ body, request }) => signIn({ platform, site }, request, body), {
      bodyLimit: formBytes,
      refusal: ({ error, message }) => SignInProblem.parse({ error: message, code: error }),
    });

    onPublic(listChoices, async ({ request }) => {
      const offered = await choices(platform, request);
      return { companies: offered.map(({ company: { slug, name } }) => ({ slug, name })) };
    });

    onPublic(chooseCompany, async ({ body: { company }, request }) => ({
      redirect: await choose(platform, request, company),
    }));
  };
