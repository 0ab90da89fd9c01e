import { chooseCompany, listChoices, login, SignInProblem } from '@frankly/contracts/sign-in';
import type { FastifyPluginAsync } from 'fastify';
import type { Bind } from '../http/binder.ts';
import type { Site } from '../http/site.ts';
import type { Platform } from '../platform.ts';
import { registerAfterReply } from './after-reply.ts';
import { choices, choose } from './choice.ts';
import { formBytes, registerForms } from './forms.ts';
import { signIn } from './sign-in.ts';

export const signInRoutes =
  ({ platform, site, bind }: { platform: Platform; site: Site; bind: Bind }): FastifyPluginAsync =>
  async (app) => {
    await registerForms(app);
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
