import { afterEach, expect, test, vi } from 'vitest';
import { api, problemCode } from './api.ts';
import { answerIdentity, askIdentity, isIdentityAsked } from './identity-check.ts';
import { store } from './store.ts';

const asks = api.injectEndpoints({
  endpoints: (build) => ({ save: build.mutation<{ position: string }, void>({ query: () => ({ url: 'x', method: 'POST' }) }) }),
});

/** Answers the calls in turn, the last answer for all that follow. */
function server(...answers: [status: number, body: object][]) {
  const calls = vi.fn<() => Promise<Response>>(async () => {
    const [status, body] = answers.length > 1 ? answers.shift()! : answers[0]!;
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  });
  vi.stubGlobal('fetch', calls);
  return calls;
}

const refusal: [number, object] = [403, { error: 'fresh_sign_in_needed', message: 'Please confirm that it is you first.' }];

async function save() {
  // Node's fetch knows no relative addresses.
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(input: string | URL | Request, init?: RequestInit) {
        super(typeof input === 'string' ? new URL(input, 'http://frankly.example') : input, init);
      }
    },
  );
  return store.dispatch(asks.endpoints.save.initiate());
}

afterEach(() => vi.unstubAllGlobals());

test('a call that needs a fresh sign-in waits for the person and is repeated then', async () => {
  const calls = server(refusal, [200, { position: '1' }]);
  const saving = save();
  await vi.waitUntil(isIdentityAsked);
  expect(calls).toHaveBeenCalledTimes(1);
  answerIdentity(true);
  expect((await saving).data).toEqual({ position: '1' });
  expect(calls).toHaveBeenCalledTimes(2);
});

test('somebody who would rather not confirm gets the refusal', async () => {
  const calls = server(refusal);
  const saving = save();
  await vi.waitUntil(isIdentityAsked);
  answerIdentity(false);
  expect(problemCode((await saving).error)).toBe('fresh_sign_in_needed');
  expect(calls).toHaveBeenCalledTimes(1);
});

test('one confirmation answers every call that waits', async () => {
  const both = Promise.all([askIdentity(), askIdentity()]);
  answerIdentity(true);
  expect(await both).toEqual([true, true]);
});

test('Escape closes the confirmation and nothing below it', async () => {
  const below = vi.fn<() => void>();
  window.addEventListener('keydown', below, { capture: true });
  const asked = askIdentity();
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  expect(await asked).toBe(false);
  expect(below).not.toHaveBeenCalled();
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  expect(below).toHaveBeenCalledTimes(1);
});
