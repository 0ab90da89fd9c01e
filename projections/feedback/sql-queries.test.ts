import type { Rule } from '@frankly/contracts/filters';
import { START } from '@frankly/contracts/position';
import { questionTypes } from '@frankly/contracts/question-types';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bucketOf, marginOf, rankScoreOf } from '../scoring/scoring.ts';
import { isoDate, periodStart } from './company-calendar.ts';
import { attributeNames, feedbackCompanies, hostile, today, values } from './feedback-companies.fixture.ts';
import { counts, groupsOf, inBucket, matching, meanOf, named, scoreOf, tallyOf, valueOf } from './recount.fixture.ts';

const { ask } = feedbackCompanies();

const columnNames = ['staff', 'channel', 'segment', 'score', 'bucket', 'has_comment', ...attributeNames] as const;
const columns = fc.constantFrom(...columnNames);
const anyValues = (column: (typeof columnNames)[number]): readonly string[] => {
  if (column === 'score') return ['0', '5', '9', '10', '9.5', '99999999'];
  if (column === 'bucket') return ['promoter', 'passive', 'detractor', 'neither'];
  if (column === 'has_comment') return ['true', 'false', 'maybe'];
  return [...values[column], 'never seen', ...hostile];
};
const rule: fc.Arbitrary<Rule> = columns.chain((column) => {
  const listed = fc.record({
    column: fc.constant<string>(column),
    operator: fc.constantFrom<'in' | 'not_in'>('in', 'not_in'),
    value: fc.uniqueArray(fc.constantFrom(...anyValues(column)), { minLength: 1, maxLength: 4 }),
  });
  const emptiness = fc.record({
    column: fc.constant<string>(column),
    operator: fc.constantFrom<'is_empty' | 'is_not_empty'>('is_empty', 'is_not_empty'),
    value: fc.constant<Rule['value']>([]),
  });
  const compared = fc.record({
    column: fc.constant<string>(column),
    operator: fc.constantFrom<'gte' | 'lte'>('gte', 'lte'),
    value: fc.constantFrom(-1, 0, 7, 18, '35', 65.5).map((limit): Rule['value'] => [limit]),
  });
  if (column === 'score') return fc.oneof(listed, compared);
  if (column === 'bucket' || column === 'has_comment') return listed;
  return column === 'age_c' ? fc.oneof(listed, emptiness, compared) : fc.oneof(listed, emptiness);
});
const question = fc.record({
  questionType: fc.constantFrom(...questionTypes),
  rules: fc.array(rule, { maxLength: 3 }),
  days: fc.integer({ min: 1, max: 60 }),
});

describe('every measure is what a recount by hand finds', () => {
  const check = <T>(arbitrary: fc.Arbitrary<T>, property: (value: T) => Promise<void>, numRuns = 60) =>
    fc.assert(fc.asyncProperty(arbitrary, property), { numRuns });

  test('summary and stats', () =>
    check(question, async ({ questionType, rules, days }) => {
      const now = matching(questionType, rules, today - days + 1, today);
      const before = matching(questionType, rules, today - 2 * days + 1, today - days);
      const time = { unit: 'day', value: days } as const;
      const { data, provenance } = await ask({ measure: 'summary', questionType, rules, time });
      const [score, earlier] = [scoreOf(questionType, now), scoreOf(questionType, before)];
      expect(data).toMatchObject({
        ...named(questionType, score),
        ...counts(now),
        total: now.length,
        mean: meanOf(now),
        margin: marginOf(questionType, tallyOf(now)),
        change: score === null || earlier === null ? null : score - earlier,
        previous: { ...named(questionType, earlier), total: before.length, to: isoDate(today - days) },
        from: isoDate(today - days + 1),
        to: isoDate(today),
      });
      expect(provenance).toEqual({
        projection: 'feedback_facts_1',
        rule: `${questionType}/1`,
        position: START,
        answers: now.length,
      });
      const stats = await ask({ measure: 'stats', questionType, rules, time });
      expect(stats.data).toEqual({
        ...counts(now),
        total: now.length,
        responded: now.length,
        comments: now.filter(({ comment }) => comment !== null).length,
        sent: null,
        opened: null,
        reminded: null,
        responseRate: null,
      });
    }));

  test('trend', () =>
    check(fc.tuple(question, fc.constantFrom('day', 'week', 'month')), async ([{ questionType, rules, days }, period]) => {
      const { data } = await ask({ measure: 'trend', questionType, rules, period, time: { unit: 'day', value: days } });
      const all = matching(questionType, rules, today - days + 1, today);
      const labels = [...new Set(Array.from({ length: days }, (_, age) => isoDate(periodStart(today - days + 1 + age, period))))];
      const parts = labels.map((label) => all.filter(({ day }) => isoDate(periodStart(day, period)) === label));
      expect(data).toEqual({
        period,
        labels,
        ...named(
          questionType,
          parts.map((part) => scoreOf(questionType, part)),
        ),
        mean: parts.map(meanOf),
        totalResponded: parts.map((part) => part.length),
        promoter: parts.map((part) => inBucket(part, 'promoter')),
        passive: parts.map((part) => inBucket(part, 'passive')),
        detractor: parts.map((part) => inBucket(part, 'detractor')),
      });
    }));

  test('leaderboard', () =>
    check(fc.tuple(question, columns), async ([{ questionType, rules, days }, groupBy]) => {
      const { data, provenance } = await ask({
        measure: 'leaderboard',
        questionType,
        rules,
        groupBy,
        time: { unit: 'day', value: days },
      });
      const now = matching(questionType, rules, today - days + 1, today);
      const before = groupsOf(matching(questionType, rules, today - 2 * days + 1, today - days), groupBy);
      const groups = groupsOf(now, groupBy);
      const better = (own: number) =>
        [...groups].filter(
          ([name, list]) => name !== null && list.length >= 5 && rankScoreOf(questionType, tallyOf(list))! > own,
        );
      const expected = [...groups].map(([group, list]) => {
        const [score, earlier] = [scoreOf(questionType, list), scoreOf(questionType, before.get(group) ?? [])];
        return {
          group,
          ...named(questionType, score),
          ...counts(list),
          mean: meanOf(list),
          margin: marginOf(questionType, tallyOf(list)),
          responded: list.length,
          rank: group === null || list.length < 5 ? null : better(rankScoreOf(questionType, tallyOf(list))!).length + 1,
          change: score === null || earlier === null ? null : score - earlier,
          few: list.length < 15,
        };
      });
      expect(data.groupBy).toBe(groupBy);
      expect(new Map(data.rows.map((row) => [row.group, row]))).toEqual(new Map(expected.map((row) => [row.group, row])));
      const ranks = data.rows.filter(({ group }) => group !== null).map(({ rank }) => rank ?? Infinity);
      expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
      expect(provenance.answers).toBe(now.length);
    }));

  test('crosstab', () =>
    check(fc.tuple(question, columns, columns), async ([{ questionType, rules, days }, row, column]) => {
      const { data, provenance } = await ask({
        measure: 'crosstab',
        questionType,
        rules,
        row,
        column,
        time: { unit: 'day', value: days },
      });
      const all = matching(questionType, rules, today - days + 1, today);
      const cells = [...groupsOf(all, row)].flatMap(([rowValue, inRow]) =>
        [...groupsOf(inRow, column)].map(([columnValue, list]) => ({
          row: rowValue,
          column: columnValue,
          score: scoreOf(questionType, list),
          mean: meanOf(list),
          total: list.length,
          few: list.length < 15,
          shareOfRow: (100 * list.length) / inRow.length,
          shareOfColumn: (100 * list.length) / all.filter((one) => valueOf(one, column) === columnValue).length,
          shareOfAll: (100 * list.length) / all.length,
        })),
      );
      const key = (cell: { row: string | null; column: string | null }) => JSON.stringify([cell.row, cell.column]);
      expect(new Map(data.cells.map((cell) => [key(cell), cell]))).toEqual(new Map(cells.map((cell) => [key(cell), cell])));
      expect(new Set(data.rows)).toEqual(new Set(groupsOf(all, row).keys()));
      expect(new Set(data.columns)).toEqual(new Set(groupsOf(all, column).keys()));
      const order = data.cells.map((cell) => data.rows.indexOf(cell.row) * 1_000 + data.columns.indexOf(cell.column));
      expect(order).toEqual(order.toSorted((a, b) => a - b));
      expect(provenance.answers).toBe(all.length);
    }));

  test('responses, page by page', () =>
    check(
      fc.tuple(
        question,
        fc.integer({ min: 3, max: 200 }),
        fc.constantFrom(undefined, 'waiting', 'CAF', 'FRIENDLY café', '%', 'a_b', '\\', '100% wait'),
      ),
      async ([{ questionType, rules, days }, pageSize, search]) => {
        const sought = search?.toLowerCase().split(' ') ?? [];
        const expected = matching(questionType, rules, today - days + 1, today).filter((answer) =>
          sought.every((word) => answer.comment?.toLowerCase().includes(word)),
        );
        const found = [];
        let page: string | undefined;
        do {
          const reply = await ask({
            measure: 'responses',
            questionType,
            rules,
            pageSize,
            page,
            search,
            time: { unit: 'day', value: days },
          });
          expect(reply.provenance.answers).toBe(expected.length);
          found.push(...reply.data.rows);
          page = reply.data.nextPage ?? undefined;
          if (page) expect(reply.data.rows).toHaveLength(pageSize);
        } while (page);
        const arrival = (id: string) => Number(id.split('-')[2]);
        expected.sort((a, b) => b.answeredAt.getTime() - a.answeredAt.getTime() || arrival(b.id) - arrival(a.id));
        expect(found.map((row) => ({ ...row, day: Math.floor(Date.parse(row.answeredAt) / 86_400_000) }))).toEqual(
          expected.map(({ answeredAt, ...answer }) => ({
            ...answer,
            answeredAt: answeredAt.toISOString(),
            bucket: bucketOf(questionType, answer.score, answer.scale),
          })),
        );
      },
      25,
    ));
});
