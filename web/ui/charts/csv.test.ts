import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

test('commas, quotes and line ends are quoted, so that a cell stays one cell', () => {
  expect(toCsv([['a,b', 'say "hi"', 'two\nlines']])).toBe('"a,b","say ""hi""","two\nlines"\r\n');
});

test.each(['=1+1', '+44 20', '-SUM(A1)', '@cmd', '\tx'])('text that starts like a formula is defused: %j', (text) => {
  expect(toCsv([[text]]).startsWith("'") || toCsv([[text]]).startsWith('"\'')).toBe(true);
});

test('negative numbers stay numbers', () => {
  expect(
    toCsv([
      ['Score', -12.5],
      ['Nobody answered', null],
    ]),
  ).toBe('Score,-12.5\r\nNobody answered,\r\n');
});
