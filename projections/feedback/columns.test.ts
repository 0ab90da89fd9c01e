import { everything } from '@frankly/contracts/data-scope';
import type { CompanyId } from '@frankly/contracts/identity';
import { describe, expect, test } from 'vitest';
import { answersOf, company, feedbackCompanies } from './feedback-companies.fixture.ts';

const { refusal, fill, queries } = feedbackCompanies();

describe('filter options', () => {
  test('are the built-in columns and the attributes of this company', async () => {
    const options = await queries().options(company, 'csat');
    expect(options.map(({ value, kind }) => [value, kind])).toEqual([
      ['staff', 'text'],
      ['channel', 'text'],
      ['segment', 'text'],
      ['score', 'number'],
      ['bucket', 'choice'],
      ['has_comment', 'flag'],
      ['store_c', 'text'],
      ['age_c', 'number'],
      ['mood_c', 'text'],
    ]);
    const option = (value: string) => options.find((one) => one.value === value)!;
    expect(option('age_c')).toMatchObject({
      label: 'The age_c',
      common: false,
      operators: expect.arrayContaining(['gte', 'lte']),
    });
    expect(option('bucket').options.map(({ label }) => label)).toEqual(['Unsatisfied', 'Neutral', 'Satisfied']);
    expect(option('score').options.map(({ value }) => value)).toEqual(['1', '2', '3', '4', '5']);
  });

  test('every operator that is offered can be asked', async () => {
    for (const { value: column, operators } of await queries().options(company, 'nps')) {
      for (const operator of operators) {
        expect(await refusal({ measure: 'summary', rules: [{ column, operator, value: [1] }] })).toBeNull();
      }
    }
  });

  test('have their values, 50 a page, found by any part of them', async () => {
    expect(await queries().optionValues(company, everything, 'age_c', undefined, 1)).toMatchObject({
      values: [{ value: '-1' }, { value: '18' }, { value: '35' }, { value: '65.5' }],
      more: false,
    });
    expect((await queries().optionValues(company, everything, 'staff', 'AN', 1)).values).toEqual([
      { value: 'Anna', label: 'Anna' },
    ]);
    expect((await queries().optionValues(company, everything, 'staff', '%', 1)).values).toEqual([{ value: '%', label: '%' }]);
    expect((await queries().optionValues(company, everything, 'bucket', undefined, 1)).values).toHaveLength(3);
    const huge = '66666666-6666-4666-8666-666666666666' as CompanyId;
    await fill(
      huge,
      answersOf(5, 120).map((answer, index) => ({ ...answer, staff: `person ${index}` })),
    );
    expect(await queries().optionValues(huge, everything, 'staff', undefined, 1)).toMatchObject({
      values: { length: 50 },
      more: true,
    });
    expect(await queries().optionValues(huge, everything, 'staff', undefined, 3)).toMatchObject({
      values: { length: 20 },
      more: false,
    });
  });

  test('of an unknown column are refused', async () =>
    expect(queries().optionValues(company, everything, 'secret_c', undefined, 1)).rejects.toMatchObject({
      code: 'invalid_input',
    }));
});
