import { expect, test } from 'vitest';
import { parseNewResponse } from '../responses/intake.ts';
import { demoAnswers } from './demo-answers.ts';

const now = new Date('2026-11-20T11:30:00Z');
const answers = [...demoAnswers(now)].map(({ answer }) => answer);

/** Net promoter score of these answers. */
function nps(some: typeof answers): number {
  const scores = some.filter(({ questionType }) => questionType === 'nps').map(({ score }) => score);
  const share = (fits: (score: number) => boolean) => (100 * scores.filter(fits).length) / scores.length;
  return share((score) => score >= 9) - share((score) => score <= 6);
}

test('the same moment gives the same answers, each with its own id', () => {
  expect([...demoAnswers(now)].map(({ answer }) => answer)).toEqual(answers);
  expect(new Set(answers.map(({ id }) => id)).size).toBe(answers.length);
});

test('some 12,000 answers reach from 400 days ago to the present minute, oldest first', () => {
  expect(answers.length).toBeGreaterThan(11_000);
  expect(answers.length).toBeLessThan(13_000);
  const times = answers.map(({ answeredAt }) => Date.parse(answeredAt!));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect((now.getTime() - times[0]!) / 86_400_000).toBeGreaterThan(398);
  expect(now.getTime() - times.at(-1)!).toBe(60_000);
});

test('right after midnight there are answers of today too, and none from the future', () => {
  const early = new Date('2026-11-19T23:04:00Z');
  const times = [...demoAnswers(early)].map(({ answer }) => Date.parse(answer.answeredAt!));
  expect(Math.max(...times)).toBe(early.getTime() - 60_000);
});

test('every answer is one that the API would take', () => {
  for (const answer of answers) expect(parseNewResponse(answer)).toHaveProperty('answer');
});

test('the numbers have something to tell: better lately, stores apart, a third with comments', () => {
  const since = (date: string) => answers.filter(({ answeredAt }) => answeredAt! >= date);
  const at = (store: string) => answers.filter(({ attributes }) => attributes?.['store_c'] === store);
  expect(nps(since('2026-08-20'))).toBeGreaterThan(nps(answers.filter(({ answeredAt }) => answeredAt! < '2026-01-20')) + 4);
  expect(nps(at('Groningen'))).toBeGreaterThan(nps(at('Breda')) + 20);
  expect(answers.filter(({ comment }) => comment).length / answers.length).toBeCloseTo(0.35, 1);
  expect(new Set(answers.map(({ servedBy }) => servedBy)).size).toBe(41);
});
