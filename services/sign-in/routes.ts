import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import { login, SignInProblem } from '@frankly/contracts/sign-in';
import type { FastifyPluginAsync } from 'fastify';
import type { Bind } from '../http/binder.ts';
import { safeRedirect } from '../http/safe-redirect.ts';
import { startSignIn } from '../identity/sign-ins.ts';
import type { Platform } from '../platform.ts';
import { accountOfPassword } from './password-step.ts';

const formBytes = 16 * 1024;
const small = { fieldSize: formBytes, fields: 20, files: 0, parts: 20 };

export const signInRoutes =
  ({ platform, bind }: { platform: Platform; bind: Bind }): FastifyPluginAsync =>
  async (app) => {
    await app.register(formbody, { bodyLimit: formBytes });
    await app.register(multipart, { attachFieldsToBody: 'keyValues', limits: small });
    const { onPublic } = bind(app, 'People');

    onPublic(
      login,
      async ({ body: { email, password, redirect }, request }) => {
        const account = await accountOfPassword(platform, email, password);
        await startSignIn(platform, request, account, 'password');
        return { redirect: safeRedirect(redirect) };
      },
      { bodyLimit: formBytes, refusal: ({ error, message }) => SignInProblem.parse({ error: message, code: error }) },
    );
  };
