import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestCompany, testApp } from '../kit/test-app.ts';

let t: TestApp;
let acme: TestCompany;
let other: TestCompany;

beforeAll(async () => {
  t = await testApp();
  acme = await t.company('acme');
  other = await t.company('other');
});
afterAll(() => t.close());

const post = (url: string, payload: unknown, headers: Record<string, string> = acme.bearer) =>
  t.app.inject({ method: 'POST', url, headers, payload: payload as object });
const record = (answer: unknown, headers?: Record<string, string>) => post('/api/v1/responses', answer, headers);
const eventsOf = (id: string, company = acme) => t.platform.store.readStream(company.companyId, `response-${id}`);

describe('one answer', () => {
  test('is recorded with who, when and why it belongs together', async () => {
    const reply = await post(
      '/api/v1/responses',
      {
        id: 'visit-1',
        questionType: 'nps',
        score: 9,
        comment: ' Quick and kind 🙂 ',
        answeredAt: '2026-11-19T23:30:00+01:00',
        channel: 'email',
        contact: { email: 'Ann@Example.org', name: 'Ann', segment: 'gold' },
        servedBy: 'Bo',
        attributes: { region_c: 'North', floor_c: 2, empty_c: '' },
      },
      { ...acme.bearer, 'x-request-id': 'till-7:42' },
    );
    expect(reply.statusCode).toBe(201);
    expect(reply.headers['x-request-id']).toBe('till-7:42');
    const [event] = await eventsOf('visit-1');
    expect(reply.json()).toEqual({ id: 'visit-1', position: event!.position });
    expect(event).toMatchObject({
      type: 'AnswerRecorded',
      companyId: acme.companyId,
      data: {
        responseId: 'visit-1',
        subjectId: expect.stringMatching(/^contact-[0-9a-f]{32}$/),
        questionType: 'nps',
        scale: 10,
        score: 9,
        comment: 'Quick and kind 🙂',
        answeredAt: '2026-11-19T22:30:00.000Z',
        source: 'api',
        channel: 'email',
        contact: { email: 'Ann@Example.org', name: 'Ann', segment: 'gold' },
        servedBy: 'Bo',
        attributes: { region_c: 'North', floor_c: 2 },
      },
      metadata: { actor: `key:${acme.keyId}`, correlationId: 'till-7:42', causationId: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
  });

  test('sent again gives the first reply, also after a correction', async () => {
    const answer = { id: 'again', questionType: 'csat', score: 4, comment: 'fine', contact: { id: 'c-9' } };
    const first = await record(answer);
    const second = await record({ ...answer, contact: { id: 'c-9' } });
    expect([first.statusCode, second.statusCode]).toEqual([201, 200]);
    expect(second.json()).toEqual(first.json());
    await post('/api/v1/responses/again/correct', { score: 2, reason: 'wrong button' });
    const third = await record(answer);
    expect([third.statusCode, third.json()]).toEqual([200, first.json()]);
    expect(await eventsOf('again')).toHaveLength(2);
  });

  test('sent by twenty at once is one answer', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => record({ id: 'rush', questionType: 'nps', score: 7 })));
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([...Array<number>(19).fill(200), 201]);
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
    expect(await eventsOf('rush')).toHaveLength(1);
  });

  test('with another body is refused, and the first one stays', async () => {
    await record({ id: 'firm', questionType: 'nps', score: 7 });
    const reply = await record({ id: 'firm', questionType: 'nps', score: 8 });
    expect([reply.statusCode, reply.json()]).toEqual([
      409,
      {
        error: 'answer_differs',
        message: 'An answer with this id was recorded before with other content. Correct it instead.',
      },
    ]);
    expect((await eventsOf('firm')).map(({ data }) => data)).toMatchObject([{ score: 7 }]);
  });

  test('without an id gets one', async () => {
    const replies = [await record({ questionType: 'fivestar', score: 5 }), await record({ questionType: 'fivestar', score: 5 })];
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    expect(replies[0]!.json().id).not.toBe(replies[1]!.json().id);
    expect(await eventsOf(replies[0]!.json().id)).toHaveLength(1);
  });

  test('may have the id of another company’s answer', async () => {
    expect((await record({ id: 'shared', questionType: 'nps', score: 1 })).statusCode).toBe(201);
    expect((await record({ id: 'shared', questionType: 'nps', score: 10 }, other.bearer)).statusCode).toBe(201);
    expect((await eventsOf('shared', other)).map(({ data }) => data)).toMatchObject([{ score: 10 }]);
  });

  test.each([
    [{ questionType: 'nps', score: 11 }, [['score', 'An NPS score is a whole number from 0 to 10.']]],
    [{ questionType: 'nps', score: 7.5 }, [['score', 'An NPS score is a whole number from 0 to 10.']]],
    [{ questionType: 'csat', score: 1, scale: 9 }, [['scale', 'A CSAT question has a scale of 3, 4, 5, 6, 7.']]],
    [{ questionType: 'nps' }, [['score', 'A score is a whole number.']]],
    [{ questionType: 'nps', score: '9' }, [['score', 'A score is a whole number.']]],
    [{ score: 9 }, [['questionType', 'Question type is one of nps, csat, ces, fivestar.']]],
    [{ questionType: 'nps', score: 9, answeredAt: 'yesterday' }, [['answeredAt', 'A time looks like 2026-11-20T09:30:00Z.']]],
    [{ questionType: 'nps', score: 9, answeredAt: '1969-12-31T23:59:59Z' }, [['answeredAt', 'A time is in 1970 or later.']]],
    [{ questionType: 'nps', score: 9, contact: { email: 'ann' } }, [['contact.email', 'Valid email is required']]],
    [{ questionType: 'nps', score: 9, contact: { emial: 'a@b.c' } }, [['contact', 'Unrecognized key: "emial"']]],
    [{ questionType: 'nps', score: 9, comment: 'a\u0000b' }, [['comment', expect.stringContaining('NUL')]]],
    [{ questionType: 'nps', score: 9, servedBy: 'half \ud83d' }, [['servedBy', expect.stringContaining('half a character')]]],
    [
      { questionType: 'nps', score: 9, attributes: { Region: 'x' } },
      [['attributes.Region', expect.stringContaining('ends in _c')]],
    ],
    [
      { questionType: 'mood', score: 'x' },
      [
        ['questionType', 'Question type is one of nps, csat, ces, fivestar.'],
        ['score', 'A score is a whole number.'],
      ],
    ],
  ])('%j is refused with what to change', async (answer, fields) => {
    const reply = await record(answer);
    expect(reply.statusCode).toBe(422);
    expect(reply.json()).toEqual({
      error: 'invalid_input',
      message: expect.any(String),
      fields: fields.map(([path, message]) => ({ path, message })),
    });
  });

  test('may be dated a day ahead, for clocks that are wrong, and no further', async () => {
    const at = (hours: number) => new Date(t.clock.now().getTime() + hours * 3_600_000).toISOString();
    expect((await record({ questionType: 'nps', score: 9, answeredAt: at(23.9) })).statusCode).toBe(201);
    const late = await record({ questionType: 'nps', score: 9, answeredAt: at(24.1) });
    expect([late.statusCode, late.json().fields]).toEqual([
      422,
      [{ path: 'answeredAt', message: 'This time is more than a day in the future.' }],
    ]);
  });

  test('that is not JSON, or of another kind, is refused in the one shape', async () => {
    const send = (type: string, payload: string) =>
      t.app.inject({ method: 'POST', url: '/api/v1/responses', headers: { ...acme.bearer, 'content-type': type }, payload });
    expect((await send('application/json', '{"score":')).json().error).toBe('invalid_json');
    expect((await send('application/json', '')).json().error).toBe('invalid_json');
    expect((await send('application/json', '{"__proto__":{"a":1}}')).json().error).toBe('invalid_json');
    expect((await send('text/csv', 'score\n9')).json().error).toBe('unsupported_media');
    expect((await send('application/json', `"${'x'.repeat(1_100_000)}"`)).json().error).toBe('too_large');
    expect((await t.app.inject({ method: 'GET', url: '/api/v1/nothing' })).json().error).toBe('not_found');
    expect((await t.app.inject({ method: 'GET', url: '/api/%zz' })).json().error).toBe('bad_request');
  });
});

describe('attributes', () => {
  test('are defined once, before the answers that name them', async () => {
    const lines = Array.from({ length: 30 }, (_, index) => ({
      questionType: 'nps',
      score: 9,
      attributes: { [`n${index % 3}_c`]: 'x' },
    }));
    const company = await t.company('attributes');
    await Promise.all(lines.map((line) => record(line, company.bearer)));
    const stream = await t.platform.store.readStream(company.companyId, `company-${company.companyId}`);
    const slots = stream.flatMap(({ type, data }) => (type === 'AttributeDefined' ? [data] : [])) as {
      name: string;
      slot: number;
    }[];
    expect(slots.map(({ name }) => name).toSorted()).toEqual(['n0_c', 'n1_c', 'n2_c']);
    expect(slots.map(({ slot }) => slot)).toEqual([1, 2, 3]);
    await t.projected();
  });

  test('beyond 64 are refused by name, and other answers are kept', async () => {
    const company = await t.company('crowded');
    const lines = Array.from({ length: 66 }, (_, index) => ({
      questionType: 'nps',
      score: 9,
      attributes: { [`n${index}_c`]: 'x' },
    }));
    const { recorded, refused, results } = (await post('/api/v1/responses/batch', lines, company.bearer)).json();
    expect([recorded, refused]).toEqual([64, 2]);
    expect(results[65]).toMatchObject({
      line: 66,
      status: 422,
      error: 'too_many_attributes',
      fields: [{ path: 'attributes.n65_c' }],
    });
  });
});

describe('a batch', () => {
  const lines = [
    { id: 'b1', questionType: 'nps', score: 10 },
    { id: 'b2', questionType: 'nps', score: 99 },
    { id: 'b1', questionType: 'nps', score: 10 },
    { id: 'b1', questionType: 'nps', score: 3 },
    'not an answer',
    { id: 'b3', questionType: 'nps', score: 0 },
  ];

  test('of a JSON array keeps the good lines and says what is wrong with the others', async () => {
    const reply = await post('/api/v1/responses/batch', lines);
    expect(reply.statusCode).toBe(200);
    const { recorded, repeated, refused, results } = reply.json();
    expect({ recorded, repeated, refused }).toEqual({ recorded: 2, repeated: 1, refused: 3 });
    expect(results.map(({ line, status }: { line: number; status: number }) => [line, status])).toEqual([
      [1, 201],
      [2, 422],
      [3, 200],
      [4, 409],
      [5, 422],
      [6, 201],
    ]);
    expect(results[2].position).toBe(results[0].position);
    expect(results[1].fields).toEqual([{ path: 'score', message: 'An NPS score is a whole number from 0 to 10.' }]);
    expect(await eventsOf('b3')).toHaveLength(1);
    expect(await eventsOf('b2')).toHaveLength(0);
  });

  test('of lines survives a broken one', async () => {
    const payload = `${JSON.stringify({ id: 'l1', questionType: 'nps', score: 9 })}\n{"id":\n\n${JSON.stringify({ id: 'l2', questionType: 'nps', score: 8 })}\n`;
    const reply = await t.app.inject({
      method: 'POST',
      url: '/api/v1/responses/batch',
      headers: { ...acme.bearer, 'content-type': 'application/x-ndjson' },
      payload,
    });
    expect(reply.json().results.map(({ line, status }: { line: number; status: number }) => [line, status])).toEqual([
      [1, 201],
      [2, 422],
      [4, 201],
    ]);
  });

  test('of 5,000 is taken whole and of more is refused whole', async () => {
    const many = Array.from({ length: 5_001 }, (_, index) => ({ id: `m${index}`, questionType: 'nps', score: index % 11 }));
    const tooMany = await post('/api/v1/responses/batch', many);
    expect([tooMany.statusCode, tooMany.json().error]).toEqual([413, 'too_many_lines']);
    expect(await eventsOf('m0')).toHaveLength(0);
    expect((await post('/api/v1/responses/batch', many.slice(1))).json()).toMatchObject({ recorded: 5_000, refused: 0 });
    expect((await post('/api/v1/responses/batch', many.slice(1))).json()).toMatchObject({ recorded: 0, repeated: 5_000 });
  });
});
