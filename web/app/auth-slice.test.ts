import { configureStore } from '@reduxjs/toolkit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from './api.ts';
import { authSlice, loadSession, selectAuthLoad } from './auth-slice.ts';

/** The store of the app, and the calls it makes, each answered when the test says so. */
function session() {
  const store = configureStore({
    reducer: { auth: authSlice.reducer, api: api.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
  return { load: () => store.dispatch(loadSession()), state: () => selectAuthLoad(store.getState()) };
}

let answers: ((reply: Response) => void)[];
beforeEach(() => {
  answers = [];
  vi.stubGlobal(
    'fetch',
    vi.fn(() => new Promise<Response>((resolve) => answers.push(resolve))),
  );
  // Its own takes absolute addresses only.
  const WholeRequest = globalThis.Request;
  vi.stubGlobal(
    'Request',
    class extends WholeRequest {
      constructor(input: RequestInfo | URL, init?: RequestInit) {
        super(typeof input === 'string' ? new URL(input, 'http://frankly.example') : input, { ...init, signal: null });
      }
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

const asked = (count: number) => vi.waitFor(() => expect(answers).toHaveLength(count));
const answer = (status: number, body: object) => answers.at(-1)!(Response.json(body, { status }));

test('nothing is known until it is asked', () => {
  expect(session().state()).toBe('unset');
});

test('a load goes from loading to loaded', async () => {
  const { load, state } = session();
  const loaded = load();
  expect(state()).toBe('loading');
  await asked(1);
  answer(200, { userRole: 'Manager' });
  expect(await loaded.unwrap()).toEqual({ userRole: 'Manager' });
  expect(state()).toBe('loaded');
});

test('a load is ignored while another one is under way', async () => {
  const { load, state } = session();
  const first = load();
  const second = await load();
  expect([loadSession.rejected.match(second) && second.meta.condition, state()]).toEqual([true, 'loading']);
  await asked(1);
  answer(200, { userRole: 'Manager' });
  await first;
  expect([answers.length, state()]).toEqual([1, 'loaded']);
});

test('a refused load is an error, and can be tried again', async () => {
  const { load, state } = session();
  const failed = load();
  await asked(1);
  answer(503, { error: 'unavailable', message: 'Try again.' });
  const result = await failed;
  expect(result.payload).toMatchObject({ status: 503 });
  expect(state()).toBe('error');
  const again = load();
  expect(state()).toBe('loading');
  await asked(2);
  answer(200, { userRole: 'Manager' });
  await again;
  expect(state()).toBe('loaded');
});

test('a load clears the storage of this session, and only that', async () => {
  sessionStorage.setItem('draft', 'of somebody else');
  localStorage.setItem('mantine-color-scheme-value', 'dark');
  const loaded = session().load();
  expect([sessionStorage.length, localStorage.length]).toEqual([0, 1]);
  await asked(1);
  answer(200, {});
  await loaded;
});
