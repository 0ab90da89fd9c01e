import type { Position } from '@frankly/contracts/position';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestCompany, testApp } from '../kit/test-app.ts';

let t: TestApp;
let acme: TestCompany;
beforeAll(async () => {
  t = await testApp();
  acme = await t.company();
});
afterAll(() => t.close());

const post = async (url: string, payload: object) =>
  (await t.app.inject({ method: 'POST', url, headers: acme.bearer, payload })).json();
const comments = async (atLeast: Position): Promise<number> => {
  const query = { measure: 'stats', questionType: 'nps', time: { unit: 'today' }, atLeast };
  return (await post('/api/v1/query', query)).data.comments;
};

test('the number of comments follows what a correction says, takes away and adds', async () => {
  const { position } = await post('/api/v1/responses', { id: 'r1', questionType: 'nps', score: 3, comment: 'For somebody else' });
  expect(await comments(position)).toBe(1);
  const correct = async (change: object) =>
    comments((await post('/api/v1/responses/r1/correct', { ...change, reason: 'asked for by the customer' })).position);
  expect(await correct({ score: 4 })).toBe(1);
  expect(await correct({ comment: '' })).toBe(0);
  expect(await correct({ comment: 'What I meant to say' })).toBe(1);
});
