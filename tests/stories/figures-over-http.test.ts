import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { forgetContact } from '@frankly/services/responses/forget-contact';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestCompany, testApp } from '../kit/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const post = async (company: TestCompany, url: string, payload: object) => {
  const reply = await t.app.inject({ method: 'POST', url, headers: company.bearer, payload });
  return { status: reply.statusCode, ...reply.json() };
};
const get = async (company: TestCompany, url: string) =>
  (await t.app.inject({ method: 'GET', url, headers: company.bearer })).json();
const record = (company: TestCompany, answer: object) => post(company, '/api/v1/responses', { questionType: 'nps', ...answer });
const ask = (company: TestCompany, query: object) =>
  post(company, '/api/v1/query', { questionType: 'nps', measure: 'summary', time: { unit: 'month' }, ...query });

describe('a figure', () => {
  test('holds an answer as soon as it was acknowledged, and follows its correction and its removal', async () => {
    const company = await t.company('follows');
    for (const score of [10, 9, 8]) await record(company, { score });
    const last = await record(company, {
      id: 'sour',
      score: 0,
      comment: 'Cold soup',
      contact: { name: 'Ann', email: 'ann@x.example' },
    });
    const before = await ask(company, { atLeast: last.position });
    expect(before).toMatchObject({
      status: 200,
      data: { nps: 25, total: 4, promoter: 2, passive: 1, detractor: 1 },
      provenance: { projection: 'feedback_facts_1', answers: 4, stale: false },
    });
    expect(before.provenance.position >= last.position).toBe(true);

    const corrected = await post(company, '/api/v1/responses/sour/correct', {
      score: 10,
      comment: 'Hot soup',
      reason: 'misread',
    });
    expect((await ask(company, { atLeast: corrected.position })).data).toMatchObject({ nps: 75, total: 4, detractor: 0 });
    const { data } = await ask(company, { measure: 'responses', search: 'hot' });
    expect(data.rows).toMatchObject([{ id: 'sour', score: 10, comment: 'Hot soup', contact: 'Ann', corrected: true }]);

    const voided = await post(company, '/api/v1/responses/sour/void', { reason: 'a test of the till' });
    expect((await ask(company, { atLeast: voided.position })).data).toMatchObject({ nps: 66.7, total: 3 });
    const { history } = await get(company, '/api/v1/responses/sour/history');
    expect(history).toMatchObject([
      {
        type: 'AnswerRecorded',
        actor: `key:${company.keyId}`,
        data: { score: 0, comment: 'Cold soup', contact: { name: 'Ann' } },
      },
      { type: 'AnswerCorrected', position: corrected.position, data: { score: 10, comment: 'Hot soup', reason: 'misread' } },
      { type: 'AnswerVoided', position: voided.position, data: { reason: 'a test of the till' } },
    ]);
    expect((await post(company, '/api/v1/responses/sour/correct', { score: 5, reason: 'again' })).error).toBe('answer_voided');
    expect((await post(company, '/api/v1/responses/nobody/void', { reason: 'x' })).error).toBe('answer_unknown');
    expect((await get(company, '/api/v1/responses/nobody/history')).error).toBe('answer_unknown');
  });

  test('that is not there in time is said to be stale', async () => {
    const company = await t.company('stale');
    const { provenance } = await ask(company, { atLeast: '9'.repeat(20) });
    expect(provenance.stale).toBe(true);
  });

  test('of what does not exist is refused, naming what does', async () => {
    const company = await t.company('asks');
    const unknown = await ask(company, { rules: [{ column: 'planet_c', operator: 'in', value: ['Mars'] }] });
    expect(unknown).toMatchObject({
      status: 422,
      fields: [{ path: 'rules.0.column', message: expect.stringContaining('staff') }],
    });
    const measure = await ask(company, { measure: 'mood' });
    expect(measure).toMatchObject({
      status: 422,
      fields: [{ path: 'measure', message: expect.stringContaining('leaderboard') }],
    });
    const operator = await ask(company, { rules: [{ column: 'staff', operator: 'like', value: ['A'] }] });
    expect(operator).toMatchObject({
      status: 422,
      fields: [{ path: 'rules.0.operator', message: expect.stringContaining('not_in') }],
    });
  });

  test('can be filtered by the columns and values that there are', async () => {
    const company = await t.company('columns');
    await record(company, { score: 9, servedBy: 'Bo', attributes: { region_c: 'North' } });
    const { position } = await record(company, { score: 1, servedBy: 'Cy', attributes: { region_c: 'South' } });
    const rules = [{ column: 'region_c', operator: 'in', value: ['North'] }];
    expect((await ask(company, { rules, atLeast: position })).data).toMatchObject({ nps: 100, total: 1 });
    const { options } = await get(company, '/filter/options');
    expect(options).toContainEqual(expect.objectContaining({ value: 'region_c', label: 'Region' }));
    expect(await get(company, '/filter/options/region_c?search=sou')).toEqual({
      values: [{ value: 'South', label: 'South' }],
      more: false,
    });
  });
});

describe('another company', () => {
  test('sees nothing, whatever it asks for', async () => {
    const [mine, theirs] = [await t.company('mine'), await t.company('theirs')];
    const answer = { id: 'secret', score: 10, comment: 'Confidential', servedBy: 'Agent 7', attributes: { secret_c: 'x' } };
    await record(mine, answer);
    await t.projected();
    for (const measure of ['summary', 'stats', 'trend', 'leaderboard', 'crosstab', 'responses']) {
      const reply = await ask(theirs, { measure, groupBy: 'staff', row: 'staff', column: 'channel', search: 'Confidential' });
      expect(reply.status).toBe(200);
      expect(JSON.stringify(reply.data)).not.toMatch(/Confidential|Agent 7|secret/);
      expect(reply.provenance.answers).toBe(0);
    }
    expect(JSON.stringify(await get(theirs, '/filter/options'))).not.toContain('secret_c');
    expect((await get(theirs, '/filter/options/staff')).values).toEqual([]);
    expect((await get(theirs, '/api/v1/responses/secret/history')).error).toBe('answer_unknown');
    expect((await post(theirs, '/api/v1/responses/secret/void', { reason: 'mine now' })).error).toBe('answer_unknown');
    expect((await ask(mine, {})).data.total).toBe(1);
  });
});

describe('a contact that is forgotten', () => {
  test('leaves its scores, and neither name nor comment; what comes later names it no more', async () => {
    const company = await t.company('forgets');
    const contact = { email: 'ann@forget.example', name: 'Ann', segment: 'gold' };
    await record(company, { id: 'old', score: 2, comment: 'I am Ann', contact });
    const done = await forgetContact(
      t.platform,
      company.companyId,
      { email: ' ANN@forget.example' },
      'asked by e-mail',
      'system',
    );
    expect(await forgetContact(t.platform, company.companyId, contact, 'asked by e-mail', 'system')).toMatchObject({
      repeated: true,
    });

    const later = await record(company, { id: 'new', score: 4, comment: 'Still here', contact });
    expect(later).toMatchObject({ status: 201 });
    expect(await record(company, { id: 'new', score: 4, comment: 'Still here', contact })).toMatchObject({
      status: 200,
      position: later.position,
    });
    await post(company, '/api/v1/responses/old/correct', { score: 3, comment: 'Corrected afterwards', reason: 'misheard' });
    await t.projected();

    const { data } = await ask(company, { measure: 'responses', atLeast: done.position });
    expect(data.rows).toMatchObject([
      { id: 'new', score: 4, comment: 'Still here', contact: null, segment: 'gold' },
      { id: 'old', score: 3, contact: null, segment: 'gold' },
    ]);
    expect(JSON.stringify(await get(company, '/api/v1/responses/old/history'))).not.toMatch(/I am Ann|ann@/);
  });
});

describe('a contact that answers named in several ways', () => {
  test('is forgotten by any one of them, and nobody who only shares an address is', async () => {
    const company = await t.company('aliases');
    const email = 'family@home.example';
    await record(company, { id: 'both', score: 2, comment: 'By number and address', contact: { id: 'c-1', email } });
    await record(company, { id: 'mail', score: 3, comment: 'By address', contact: { email } });
    await record(company, { id: 'other', score: 4, comment: 'Somebody else', contact: { id: 'c-2', email } });
    await forgetContact(t.platform, company.companyId, { id: 'c-1' }, 'asked', 'system');
    await t.projected();
    const comments = async () =>
      Object.fromEntries(
        (await ask(company, { measure: 'responses' })).data.rows.map((row: { id: string; comment: string }) => [
          row.id,
          row.comment,
        ]),
      );
    expect(await comments()).toEqual({ both: null, mail: null, other: 'Somebody else' });
    await forgetContact(t.platform, company.companyId, { email }, 'asked', 'system');
    await t.projected();
    expect(await comments()).toEqual({ both: null, mail: null, other: null });
  });
});

describe('live updates', () => {
  test('reach the company whose answer came in, within a second, and nobody else', async () => {
    const [mine, theirs] = [await t.company('live'), await t.company('quiet')];
    await t.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = t.app.server.address() as AddressInfo;
    const [live, quiet] = [await listen(port, mine), await listen(port, theirs)];
    const { position } = await record(mine, { score: 9 });
    const [, name, data] = (await live.until(/^event: (\w+)\ndata: (.*)$/m)) ?? [];
    expect(name).toBe('advanced');
    expect(JSON.parse(data!)).toEqual({ position: expect.stringMatching(/^\d{20}$/), at: expect.any(String) });
    expect(JSON.parse(data!).position >= position).toBe(true);

    // Told in order: had the other answer been told here too, it would have come first.
    const own = await record(theirs, { score: 9 });
    const [, first] = (await quiet.until(/^event: advanced\ndata: (.*)$/m)) ?? [];
    expect(JSON.parse(first!).position >= own.position).toBe(true);
    live.close();
    quiet.close();
  });

  test('end when the server stops, which waits for nobody', async () => {
    const stopping = await testApp();
    const company = await stopping.company();
    await stopping.app.listen({ port: 0, host: '127.0.0.1' });
    const stream = await listen((stopping.app.server.address() as AddressInfo).port, company);
    await stopping.close();
    await expect(stream.ended).resolves.toBeUndefined();
  });

  test('are for those who may look', async () => {
    expect((await t.app.inject({ method: 'GET', url: '/api/v1/live' })).statusCode).toBe(401);
  });
});

/** Listens as a browser does; resolves when the stream is open. */
async function listen(port: number, company: TestCompany) {
  let text = '';
  const waiting = new Set<() => void>();
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const call = request({ port, path: '/api/v1/live', headers: company.bearer });
  await new Promise<void>((opened) => {
    call.on('response', (response) => {
      expect(response.headers['content-type']).toBe('text/event-stream');
      response.on('end', end);
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        opened();
        for (const check of waiting) check();
      });
    });
    call.end();
  });
  return {
    until: (pattern: RegExp) =>
      new Promise<RegExpExecArray | null>((resolve) => {
        const check = () => pattern.test(text) && resolve(pattern.exec(text));
        waiting.add(check);
        check();
      }),
    ended,
    close: () => call.destroy(),
  };
}

describe('the operator', () => {
  test('sees that it lives, that it is ready, and how it is doing', async () => {
    await t.projected();
    const look = async (url: string) => t.app.inject({ method: 'GET', url });
    expect((await look('/healthz')).json()).toEqual({ status: 'ok' });
    const ready = await look('/readyz');
    expect([ready.statusCode, ready.json().status]).toEqual([200, 'ready']);
    const metrics = (await look('/metrics')).body;
    expect(metrics).toMatch(
      /frankly_http_request_duration_seconds_count\{method="POST",route="\/api\/v1\/responses",status="201"\} [1-9]/,
    );
    expect(metrics).toMatch(/frankly_projection_lag_seconds\{projection="feedback_facts"\} 0/);
    expect(metrics).toMatch(/frankly_projection_parked_streams\{projection="feedback_facts"\} 0/);
  });

  test('is told when read models fall more than ten seconds behind', async () => {
    const company = await t.company('behind');
    await t.platform.engine.close();
    await record(company, { score: 9 });
    t.clock.advance(10_001);
    const ready = await t.app.inject({ method: 'GET', url: '/readyz' });
    expect([ready.statusCode, ready.json().status]).toEqual([503, 'behind']);
  });
});
