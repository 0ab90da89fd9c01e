import { everything } from '@frankly/contracts/data-scope';
import type { CompanyId } from '@frankly/contracts/identity';
import { START } from '@frankly/contracts/position';
import type { SurveyContent } from '@frankly/contracts/surveys';
import { registerCompany } from '@frankly/services/identity/register-company';
import { voidAnswer } from '@frankly/services/responses/change-answer';
import { publishSurvey } from '@frankly/services/surveys/publish-survey';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, type TestCompany, testApp } from '../kit/test-app.ts';

const content: SurveyContent = {
  questionType: 'nps',
  scale: 10,
  name: 'Visit',
  brand: 'Northwind Retail',
  question: 'How likely are you to recommend us?',
  lowLabel: 'Not at all likely',
  highLabel: 'Extremely likely',
  commentPrompt: 'Why?',
  thanks: 'It helps us do better.',
  linkAttributes: ['store_c'],
};

let frankly: TestApp;
let companyId: CompanyId;
let bearer: TestCompany['bearer'];
let surveys = 0;
let address = '';

beforeAll(async () => {
  frankly = await testApp();
  ({ companyId, bearer } = await frankly.company());
});
afterAll(() => frankly?.close());
beforeEach(async () => {
  address = `visit-${++surveys}`;
  await publish(content);
});

async function publish(newest: SurveyContent, at = address) {
  await publishSurvey(frankly.platform, at, newest, { companyId, actor: 'system' });
  await frankly.projected();
}

/** The fields of the form that this link shows, as a browser would send them. */
async function formAt(link: string): Promise<Record<string, string>> {
  const { body, statusCode } = await frankly.app.inject(link);
  expect(statusCode).toBe(200);
  const hidden = [...body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  return Object.fromEntries(hidden.map(([, name, value]) => [name!, value!]));
}

const post = (fields: Record<string, string>, at = address) =>
  frankly.app.inject({
    method: 'POST',
    url: `/s/${at}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });

/** What was recorded at the address of this test, oldest first. */
async function recorded() {
  const { events } = await frankly.platform.store.readPage({
    after: START,
    limit: 10_000,
    companyId,
    types: ['AnswerRecorded', 'AnswerCorrected'],
    open: true,
  });
  return events
    .filter(({ metadata }) => metadata.actor === `page:${address}`)
    .map(({ type, data }) => ({ type, data: data as Record<string, unknown> }));
}

test('a sent form is one answer, with what the link and the survey say about it', async () => {
  const form = await formAt(`/s/${address}?c=E-mail&by=Ana&store_c=Utrecht&utm_source=x`);
  const reply = await post({ ...form, score: '9', comment: 'Kind\r\nand quick' });

  expect(reply.statusCode).toBe(303);
  expect(reply.headers.location).toBe(`/s/${address}/thanks`);
  expect((await frankly.app.inject(`/s/${address}/thanks`)).body).toContain('It helps us do better.');
  expect(await recorded()).toMatchObject([
    {
      type: 'AnswerRecorded',
      data: {
        questionType: 'nps',
        scale: 10,
        score: 9,
        comment: 'Kind\nand quick',
        source: 'page',
        channel: 'E-mail',
        servedBy: 'Ana',
        attributes: { store_c: 'Utrecht' },
        survey: { id: address, version: 1 },
      },
    },
  ]);
});

test('a sent form moves the number, and so does its correction', async () => {
  const form = await formAt(`/s/${address}?c=${address}`);
  const summary = async () => {
    await frankly.projected();
    const rules = [{ column: 'channel', operator: 'in', value: [address] }];
    const payload = { measure: 'summary', questionType: 'nps', time: { unit: 'today' }, rules };
    return (await frankly.app.inject({ method: 'POST', url: '/api/v1/query', headers: bearer, payload })).json().data;
  };
  await post({ ...form, score: '9' });
  expect(await summary()).toMatchObject({ nps: 100, total: 1 });
  await post({ ...form, score: '3' });
  expect(await summary()).toMatchObject({ nps: -100, total: 1 });
});

test('following a link records nothing, whatever its score and however it is followed', async () => {
  await formAt(`/s/${address}?score=9`);
  await frankly.app.inject({ url: `/s/${address}?score=9`, headers: { 'sec-purpose': 'prefetch' } });
  expect((await frankly.app.inject({ method: 'HEAD', url: `/s/${address}?score=9` })).statusCode).toBe(200);
  expect(await recorded()).toEqual([]);
});

test('a form sent five times at once is one answer', async () => {
  const form = { ...(await formAt(`/s/${address}`)), score: '7', comment: 'Fine' };
  const replies = await Promise.all(Array.from({ length: 5 }, () => post(form)));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303, 303, 303]);
  expect((await recorded()).map(({ type }) => type)).toEqual(['AnswerRecorded']);
});

test('two forms are two answers', async () => {
  for (let sent = 0; sent < 2; sent++) await post({ ...(await formAt(`/s/${address}`)), score: '7' });
  expect((await recorded()).map(({ type }) => type)).toEqual(['AnswerRecorded', 'AnswerRecorded']);
});

test('the same form with another score or comment corrects the answer, also back to what it was', async () => {
  const form = await formAt(`/s/${address}`);
  await post({ ...form, score: '9', comment: 'Good' });
  await post({ ...form, score: '4', comment: 'Good' });
  await post({ ...form, score: '4', comment: 'Slow' });
  await post({ ...form, score: '9', comment: 'Good' });
  const reason = 'changed on the survey page';
  expect((await recorded()).slice(1)).toMatchObject([
    { type: 'AnswerCorrected', data: { score: 4, reason } },
    { type: 'AnswerCorrected', data: { comment: 'Slow', reason } },
    { type: 'AnswerCorrected', data: { score: 9, comment: 'Good', reason } },
  ]);
});

test('an answer that was voided stays so when its form is sent again', async () => {
  const form = { ...(await formAt(`/s/${address}`)), score: '9' };
  await post(form);
  const [answer] = await recorded();
  await voidAnswer(frankly.platform, String(answer!.data['responseId']), 'a test', {
    companyId,
    actor: 'system',
    scope: everything,
  });
  expect((await post({ ...form, score: '2' })).statusCode).toBe(303);
  expect(await recorded()).toHaveLength(1);
});

test('the id of an answer does not give away the token that may change it', async () => {
  const form = await formAt(`/s/${address}`);
  await post({ ...form, score: '9' });
  expect(JSON.stringify(await recorded())).not.toContain(form['token']);
});

test('a form without a score comes back with the reason and what was typed, and records nothing', async () => {
  const reply = await post({ ...(await formAt(`/s/${address}`)), comment: 'Long queue' });
  expect(reply.statusCode).toBe(422);
  expect(reply.body).toContain('role="alert"');
  expect(reply.body).toContain('Please choose a score first.');
  expect(reply.body).toContain('Long queue</textarea>');
  expect(await recorded()).toEqual([]);
});

test('a question that changed meanwhile is asked again', async () => {
  const form = await formAt(`/s/${address}`);
  await publish({ ...content, question: 'How was it?' });
  frankly.clock.advance(2_000);
  const reply = await post({ ...form, score: '9' });
  expect(reply.statusCode).toBe(422);
  expect(reply.body).toContain('The question changed');
  expect(await recorded()).toEqual([]);
});

test('a bot that fills every field is thanked and not recorded', async () => {
  const form = await formAt(`/s/${address}`);
  expect((await post({ ...form, score: '9', second_comment: 'http://spam.example' })).statusCode).toBe(303);
  expect(await recorded()).toEqual([]);
});

test.each(['/s/no-such-survey', '/s/no-such-survey/thanks', '/s/%00%27', `/s/${'x'.repeat(90)}`])(
  '%s is a friendly page that says 404',
  async (link) => {
    const reply = await frankly.app.inject(link);
    expect(reply.statusCode).toBe(404);
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(reply.body).toContain('This survey is not here');
  },
);

test('a form heavier than 64 kB is refused in words', async () => {
  const reply = await post({ score: '9', comment: 'x'.repeat(70_000) });
  expect(reply.statusCode).toBe(413);
  expect(reply.body).toContain('too long to be saved');
});

test('the longest comment fits, in any script', async () => {
  const comment = '漢'.repeat(5_000);
  expect((await post({ ...(await formAt(`/s/${address}`)), score: '9', comment })).statusCode).toBe(303);
  expect((await recorded())[0]?.data['comment']).toBe(comment);
});

test('the page allows its own style and nothing else', async () => {
  const { body, headers } = await frankly.app.inject(`/s/${address}?score=9`);
  const style = /<style>([^]*)<\/style>/.exec(body)![1]!;
  const hash = createHash('sha256').update(style).digest('base64');
  expect(headers['content-security-policy']).toContain(`default-src 'none'; style-src 'sha256-${hash}'`);
  expect(body).not.toMatch(/<script|style="|src=/);
});

test('only the blank form may be kept by its own browser, to go back to; every visit asks for a new one', async () => {
  const kept = async (link: string) => (await frankly.app.inject(link)).headers['cache-control'];
  expect(await kept(`/s/${address}`)).toBe('private, no-cache');
  expect(await kept(`/s/${address}/thanks`)).toBe('no-store');
  expect((await post({ comment: 'private' })).headers['cache-control']).toBe('no-store');
  expect((await formAt(`/s/${address}`))['token']).not.toBe((await formAt(`/s/${address}`))['token']);
});

test('an address belongs to the company that published there first', async () => {
  const other = await registerCompany(frankly.platform, { slug: `other-${surveys}`, name: 'Other', timeZone: 'UTC' }, 'system');
  const theirs = publishSurvey(frankly.platform, address, content, { companyId: other.companyId, actor: 'system' });
  await expect(theirs).rejects.toMatchObject({ code: 'survey_taken' });

  const racing = await Promise.allSettled(
    [companyId, other.companyId].map((id) =>
      publishSurvey(frankly.platform, `race-${surveys}`, content, { companyId: id, actor: 'system' }),
    ),
  );
  expect(racing.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});
