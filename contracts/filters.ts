import * as z from 'zod';
import { QuestionType } from './question-types.ts';

/** Units of the time range. `custom` is `DD-MM-YYYY_DD-MM-YYYY`, both days included, in the company's time zone. */
export const timeUnits = ['today', 'day', 'week', 'month', 'year', 'ytd', 'custom'] as const;
const customRange = /^\d{2}-\d{2}-\d{4}_\d{2}-\d{2}-\d{4}$/;

export const TimeRange = z
  .strictObject({
    unit: z.enum(timeUnits, { error: `A time unit is one of ${timeUnits.join(', ')}.` }),
    value: z.union([z.int().min(1).max(3_660), z.string()]).optional(),
  })
  .superRefine(({ unit, value }, refuse) => {
    if (unit === 'custom' && !customRange.test(String(value))) {
      refuse.addIssue({ code: 'custom', path: ['value'], message: 'A custom range looks like 01-11-2026_20-11-2026.' });
    }
    if (['day', 'week', 'month', 'year'].includes(unit) && !/^[1-9]\d{0,3}$/.test(String(value ?? 1))) {
      refuse.addIssue({ code: 'custom', path: ['value'], message: `A number of ${unit}s is a whole number from 1.` });
    }
  });
export type TimeRange = z.infer<typeof TimeRange>;

export const defaultTime: TimeRange = { unit: 'day', value: 30 };

export const operators = ['in', 'not_in', 'is_empty', 'is_not_empty', 'gte', 'lte'] as const;
export type Operator = (typeof operators)[number];

/** One rule: rules of one filter are joined by "and", the values of one rule by "or". */
export const Rule = z.strictObject({
  column: z.string().min(1),
  operator: z.enum(operators, { error: `An operator is one of ${operators.join(', ')}.` }),
  value: z.array(z.union([z.string(), z.number(), z.boolean()])).default([]),
});
export type Rule = z.infer<typeof Rule>;

/** Built-in columns; every attribute of the company (`*_c`) is a column too. */
export const builtInColumns = ['staff', 'channel', 'segment', 'score', 'bucket', 'has_comment'] as const;

export const Filter = z.object({
  questionType: QuestionType,
  time: TimeRange,
  rules: z.array(Rule).max(20, 'At most 20 rules at a time.').default([]),
});
export type Filter = z.infer<typeof Filter>;
