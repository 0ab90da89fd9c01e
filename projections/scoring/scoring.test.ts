import { type QuestionType, questionTypes, scales } from '@frankly/contracts/question-types';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { round } from './rounding.ts';
import {
  addTallies,
  bucketOf,
  changeBetween,
  emptyTally,
  marginOf,
  meanOf,
  rankScoreOf,
  ranksOf,
  ruleOf,
  scoreOf,
  standardErrorOf,
  type Tally,
} from './scoring.ts';

const tallyOf = (type: QuestionType, scores: readonly number[], scale = scales[type].usual): Tally =>
  scores.reduce((tally, score) => {
    const one = { ...emptyTally, total: 1, sum: score, squares: score ** 2 };
    return addTallies(tally, { ...one, [bucketOf(type, score, scale)]: 1 });
  }, emptyTally);
const times = (count: number, score: number) => Array.from({ length: count }, () => score);

describe('buckets', () => {
  const cases: { type: QuestionType; scale: number; passive: number[]; promoter: number[] }[] = [
    { type: 'nps', scale: 10, passive: [7, 8], promoter: [9, 10] },
    { type: 'csat', scale: 3, passive: [2], promoter: [3] },
    { type: 'csat', scale: 4, passive: [], promoter: [3, 4] },
    { type: 'csat', scale: 5, passive: [3], promoter: [4, 5] },
    { type: 'csat', scale: 6, passive: [3, 4], promoter: [5, 6] },
    { type: 'csat', scale: 7, passive: [3, 4, 5], promoter: [6, 7] },
    { type: 'ces', scale: 5, passive: [3], promoter: [4, 5] },
    { type: 'ces', scale: 7, passive: [4], promoter: [5, 6, 7] },
    { type: 'fivestar', scale: 5, passive: [3], promoter: [4, 5] },
  ];
  test.each(cases)(
    '$type of $scale: $passive passive, $promoter promoters, the rest detractors',
    ({ type, scale, passive, promoter }) => {
      for (let score = scales[type].lowest; score <= scale; score++) {
        const bucket = promoter.includes(score) ? 'promoter' : passive.includes(score) ? 'passive' : 'detractor';
        expect({ score, bucket: bucketOf(type, score, scale) }).toEqual({ score, bucket });
      }
    },
  );

  test('a score without a scale is read on the usual one', () => {
    expect(bucketOf('ces', 5)).toBe('promoter');
    expect(bucketOf('csat', 4)).toBe('promoter');
  });
});

describe('scores', () => {
  test('NPS of 10,10,9,9,9,8,7,4,2,1 is 20', () => {
    expect(scoreOf('nps', tallyOf('nps', [10, 10, 9, 9, 9, 8, 7, 4, 2, 1]))).toBe(20);
  });

  test('five stars of 50/25/20/15/10 are 3.75, shown as 3.8', () => {
    const tally = tallyOf('fivestar', [...times(50, 5), ...times(25, 4), ...times(20, 3), ...times(15, 2), ...times(10, 1)]);
    expect(scoreOf('fivestar', tally)).toBe(3.75);
    expect(round(3.75, 1)).toBe(3.8);
  });

  test.each([
    ['the bank', 2309, 972, 1719, 11.8],
    ['its Mexican market', 791, 349, 509, 17.1],
    ['Sudzilla', 8, 9, 22, -35.9],
  ])('%s has its published NPS', (_, promoter, passive, detractor, published) => {
    const tally = { ...emptyTally, total: promoter + passive + detractor, promoter, passive, detractor };
    expect(round(scoreOf('nps', tally)!, 1)).toBe(published);
  });

  test('CSAT is the share of satisfied answers, with the mean beside it', () => {
    const tally = tallyOf('csat', [5, 4, 4, 3, 1]);
    expect(scoreOf('csat', tally)).toBe(60);
    expect(meanOf(tally)).toBe(3.4);
  });

  test('CES is the share that agreed: 5 to 7 of 7, 4 and 5 of 5', () => {
    expect(scoreOf('ces', tallyOf('ces', [7, 6, 5, 4, 1]))).toBe(60);
    expect(scoreOf('ces', tallyOf('ces', [5, 4, 3, 2, 1], 5))).toBe(40);
  });

  test.each(questionTypes)('%s without answers is null everywhere, never 0', (type) => {
    const some = tallyOf(type, [5]);
    expect(scoreOf(type, emptyTally)).toBeNull();
    expect(meanOf(emptyTally)).toBeNull();
    expect(marginOf(type, emptyTally)).toBeNull();
    expect(standardErrorOf(type, emptyTally)).toBeNull();
    expect(rankScoreOf(type, emptyTally)).toBeNull();
    expect(changeBetween(type, emptyTally, some)).toEqual({ change: null, significant: false });
    expect(changeBetween(type, some, emptyTally)).toEqual({ change: null, significant: false });
  });

  test('each question type names its rule', () => {
    expect(questionTypes.map(ruleOf)).toEqual(['nps/1', 'csat/1', 'ces/1', 'fivestar/1']);
  });
});

describe('intervals', () => {
  test('the NPS interval is adjusted Wald', () => {
    // n' = 13, p = 5.75/13, d = 3.75/13: var = 0.730769 - 0.153846^2 = 0.707101
    expect(marginOf('nps', tallyOf('nps', [10, 10, 9, 9, 9, 8, 7, 4, 2, 1]))).toBeCloseTo(196 * Math.sqrt(0.7071006 / 13), 4);
  });

  test('fifteen mixed NPS answers are good for some 30 points, no better', () => {
    const margin = marginOf('nps', tallyOf('nps', [...times(9, 9), ...times(4, 7), ...times(2, 3)]))!;
    expect(margin).toBeGreaterThan(30);
    expect(margin).toBeLessThan(42);
  });

  test('the percent interval is Agresti-Coull: 8 of 10 is 80 +/- 23.4', () => {
    // n' = 14, p = 10/14
    expect(marginOf('csat', tallyOf('csat', [...times(8, 5), 1, 2]))).toBeCloseTo(
      196 * Math.sqrt(((10 / 14) * (4 / 14)) / 14),
      9,
    );
  });

  test('five unanimous answers are never certain', () => {
    for (const type of questionTypes) expect(marginOf(type, tallyOf(type, times(5, scales[type].usual)))!).toBeGreaterThan(0);
    expect(marginOf('fivestar', tallyOf('fivestar', times(5, 5)))!).toBeGreaterThan(0.5);
  });

  test('with many answers the interval of a mean is the usual one', () => {
    const tally = tallyOf('fivestar', [...times(5_000, 5), ...times(5_000, 1)]);
    expect(marginOf('fivestar', tally)).toBeCloseTo((1.96 * 2) / 100, 3);
  });
});

describe('change', () => {
  test('is the difference in points, significant when chance does not explain it', () => {
    const before = tallyOf('nps', [...times(100, 10), ...times(100, 1)]);
    expect(changeBetween('nps', before, tallyOf('nps', [...times(105, 10), ...times(95, 1)]))).toEqual({
      change: 5,
      significant: false,
    });
    expect(changeBetween('nps', before, tallyOf('nps', [...times(150, 10), ...times(50, 1)]))).toEqual({
      change: 50,
      significant: true,
    });
  });
});

describe('ranking', () => {
  const group = (count: number, score: number) => tallyOf('nps', times(count, score));

  test('the NPS rank score is NPS - 160/sqrt(n)', () => expect(rankScoreOf('nps', group(16, 10))).toBe(60));

  test('other rank scores are the lower end of the interval', () => {
    const tally = tallyOf('csat', [...times(8, 5), 1, 2]);
    expect(rankScoreOf('csat', tally)).toBe(scoreOf('csat', tally)! - marginOf('csat', tally)!);
  });

  test('many good answers rank above few perfect ones', () => {
    const steady = tallyOf('fivestar', [...times(980, 5), ...times(20, 4)]);
    expect(ranksOf('fivestar', [tallyOf('fivestar', times(5, 5)), steady])).toEqual([2, 1]);
  });

  test('ties share a rank, the next is skipped, and below five answers there is none', () => {
    expect(ranksOf('nps', [group(20, 8), group(20, 10), group(4, 10), group(20, 8), group(20, 1)])).toEqual([2, 1, null, 2, 4]);
  });
});

describe('for any answers', () => {
  const types = fc.constantFrom(...questionTypes);
  const answers = types.chain((type) =>
    fc.tuple(fc.constant(type), fc.array(fc.integer({ min: scales[type].lowest, max: scales[type].usual }), { minLength: 1 })),
  );

  test('the score stays on its scale and its margin is positive', () => {
    fc.assert(
      fc.property(answers, ([type, scores]) => {
        const tally = tallyOf(type, scores);
        const [lowest, highest] = type === 'nps' ? [-100, 100] : type === 'fivestar' ? [1, 5] : [0, 100];
        expect(scoreOf(type, tally)).toBeGreaterThanOrEqual(lowest);
        expect(scoreOf(type, tally)).toBeLessThanOrEqual(highest);
        expect(marginOf(type, tally)!).toBeGreaterThan(0);
        expect(tally.promoter + tally.passive + tally.detractor).toBe(tally.total);
      }),
    );
  });

  test('a better answer never lowers the score, and order does not matter', () => {
    fc.assert(
      fc.property(answers, ([type, scores]) => {
        const better = scores.toReversed().with(0, scales[type].usual);
        expect(scoreOf(type, tallyOf(type, better))!).toBeGreaterThanOrEqual(scoreOf(type, tallyOf(type, scores))!);
      }),
    );
  });

  test('tallies of parts add up to the tally of the whole', () => {
    fc.assert(
      fc.property(answers, fc.nat(), ([type, scores], at) => {
        const cut = at % scores.length;
        expect(addTallies(tallyOf(type, scores.slice(0, cut)), tallyOf(type, scores.slice(cut)))).toEqual(tallyOf(type, scores));
      }),
    );
  });

  test('ten times the answers in the same proportion narrow the margin', () => {
    fc.assert(
      fc.property(answers, ([type, scores]) => {
        const many = Array.from({ length: 10 }, () => scores).flat();
        expect(marginOf(type, tallyOf(type, many))!).toBeLessThan(marginOf(type, tallyOf(type, scores))!);
      }),
    );
  });

  test('nothing changes against itself, and a change turns its sign with the windows', () => {
    fc.assert(
      fc.property(
        types,
        fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 }),
        fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 }),
        (type, a, b) => {
          const [one, other] = [tallyOf(type, a), tallyOf(type, b)];
          expect(changeBetween(type, one, one)).toEqual({ change: 0, significant: false });
          const [there, back] = [changeBetween(type, one, other), changeBetween(type, other, one)];
          expect(there.change! + back.change!).toBe(0);
          expect(there.significant).toBe(back.significant);
        },
      ),
    );
  });
});
