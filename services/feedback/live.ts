import type { ServerResponse } from 'node:http';
import { type Advanced, livePath } from '@frankly/contracts/feedback';
import { DomainError } from '@frankly/contracts/errors';
import { later, type Position } from '@frankly/contracts/position';
import { feedbackReadModels } from '@frankly/projections/feedback/query-port';
import type { FastifyInstance } from 'fastify';
import { type Caller, ruleFor } from '../http/authentication.ts';
import type { Binder } from '../http/binder.ts';
import { onEnding } from '../identity/endings.ts';
import type { Platform } from '../platform.ts';

const figures: readonly string[] = feedbackReadModels;
/** At most five a second, however many answers come in. */
const pauseMs = 200;
const heartbeatMs = 15_000;

/** Tells open dashboards, by server-sent events, that their company's figures may have changed. */
export function liveRoute(app: FastifyInstance, { progress, clock }: Platform, guard: Binder['guard']): void {
  const listeners = new Set<Listener>();
  let stop: (() => void) | null = null;
  const rule = ruleFor('session-or-key', 'responses.view');
  const lookAgain = guard(rule, true);
  const forget = onEnding((actor) => {
    for (const one of listeners) if (one.caller.actor === actor) void one.stay();
  });

  app.addHook('preClose', async () => {
    forget();
    stop?.();
    for (const listener of listeners) listener.end();
  });

  app.get(livePath, { onRequest: guard(rule), schema: { hide: true } }, (request, reply) => {
    reply.hijack();
    const { raw } = reply;
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
    // Nothing comes after the stream on this connection, so that closing the server need not wait for it.
    raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      connection: 'close',
    });
    raw.write('retry: 2000\n\n');

    const listener = new Listener(request.caller!, raw, {
      now: () => clock.now(),
      lookAgain: () => lookAgain(request),
    });
    listeners.add(listener);
    stop ??= progress.onAdvanced(({ projection, companies, position }) => {
      if (!figures.includes(projection)) return;
      for (const one of listeners) if (companies.includes(one.caller.companyId)) one.advanced(position);
    });
    raw.on('close', () => {
      listener.end();
      listeners.delete(listener);
    });
  });
}

/** One open dashboard. */
class Listener {
  readonly caller: Pick<Caller, 'companyId' | 'actor'>;
  readonly #response: ServerResponse;
  readonly #now: () => Date;
  readonly #lookAgain: () => Promise<void>;
  readonly #heartbeat: NodeJS.Timeout;
  #pending: Position | null = null;
  #pause: NodeJS.Timeout | null = null;

  constructor(
    { companyId, actor }: Caller,
    response: ServerResponse,
    { now, lookAgain }: { now: () => Date; lookAgain: () => Promise<void> },
  ) {
    this.caller = { companyId, actor };
    this.#response = response;
    this.#now = now;
    this.#lookAgain = lookAgain;
    this.#heartbeat = setInterval(() => void this.stay(), heartbeatMs);
  }

  /** Goes on when whoever listens still may, and ends when not. */
  async stay(): Promise<void> {
    try {
      await this.#lookAgain();
    } catch (error) {
      if (error instanceof DomainError && error.status < 500) return this.end();
      // Nothing was found out, so there is nothing to hold against them.
    }
    if (!this.#response.writableEnded) this.#response.write(': still here\n\n');
  }

  /** The first one is told at once; those that come during the pause after it are told as one. */
  advanced(position: Position): void {
    this.#pending = this.#pending ? later(this.#pending, position) : position;
    if (!this.#pause) this.#tell();
  }

  end(): void {
    clearInterval(this.#heartbeat);
    if (this.#pause) clearTimeout(this.#pause);
    this.#response.end();
  }

  #tell(): void {
    this.#pause = null;
    if (!this.#pending) return;
    const data: Advanced = { position: this.#pending, at: this.#now().toISOString() };
    this.#pending = null;
    this.#response.write(`event: advanced\ndata: ${JSON.stringify(data)}\n\n`);
    this.#pause = setTimeout(() => this.#tell(), pauseMs);
  }
}
