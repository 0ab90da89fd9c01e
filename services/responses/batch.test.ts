import { batchLimit } from '@frankly/contracts/responses';
import { expect, test } from 'vitest';
import { parseBatch } from './batch.ts';

const good = { questionType: 'nps', score: 9 };

test('lines are counted as they were sent, blank ones too', () => {
  const lines = parseBatch(`\uFEFF${JSON.stringify(good)}\r\n\r\n{"questionType":"nps","score":\n${JSON.stringify(good)}`);
  expect(lines.map((line) => [line.line, 'answer' in line])).toEqual([
    [1, true],
    [3, false],
    [4, true],
  ]);
});

test('a line that is no answer says what to change', () => {
  const [line] = parseBatch([{ questionType: 'mood', score: 'nine', colour: 'red' }]);
  expect(line).toMatchObject({
    line: 1,
    error: {
      code: 'invalid_input',
      fields: [
        { path: 'questionType', message: 'Question type is one of nps, csat, ces, fivestar.' },
        { path: 'score', message: 'A score is a whole number.' },
        { path: '', message: 'Unrecognized key: "colour"' },
      ],
    },
  });
});

test.each([{}, null, 7, undefined])('%j is no batch', (body) => {
  expect(() => parseBatch(body)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
});

test('a batch has an end', () => {
  expect(parseBatch(Array.from({ length: batchLimit }, () => good))).toHaveLength(batchLimit);
  expect(() => parseBatch(Array.from({ length: batchLimit + 1 }, () => good))).toThrow(
    expect.objectContaining({ code: 'too_many_lines' }),
  );
});
