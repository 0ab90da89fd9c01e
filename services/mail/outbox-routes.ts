import { DomainError } from '@frankly/contracts/errors';
import type { Outbox } from '@frankly/infra/mail/outbox';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { renderMail, renderOutbox } from './outbox-page.tsx';

const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };

/** Shows the mails of the demo mode, which sends none. */
export const outboxRoutes =
  (outbox: Outbox): FastifyPluginAsync =>
  async (app) => {
    const page = (reply: FastifyReply, html: string) => reply.headers(headers).send(html);
    app.get('/dev/mail', async (_, reply) => page(reply, renderOutbox(outbox.mails)));
    app.get<{ Params: { id: string }; Querystring: { plain?: unknown } }>('/dev/mail/:id', async ({ params, query }, reply) => {
      const mail = outbox.mails.find(({ id }) => id === params.id);
      if (!mail) throw new DomainError('not_found');
      return page(reply, renderMail(mail, query.plain !== undefined));
    });
  };
