import { buckets, type RuleOption } from '@frankly/contracts/feedback';
import { invalid } from '@frankly/contracts/errors';
import { builtInColumns, type Operator } from '@frankly/contracts/filters';
import type { CompanyId } from '@frankly/contracts/identity';
import { type QuestionType, scales } from '@frankly/contracts/question-types';
import type { ReadDb } from '@frankly/infra/read-db/read-db';
import { attributes, bucketCodes, dictionary, slotColumn } from './tables.ts';

/** A column that rules and groups may name, and where it is in the fact table. */
export type Column = { name: string; label: string; sql: string } & (
  | { kind: 'coded' }
  | { kind: 'score' }
  | { kind: 'fixed'; type: 'smallint' | 'boolean'; choices: readonly Choice[] }
);

interface Choice {
  value: string;
  /** As it is stored in the facts. */
  stored: number | boolean;
}

export type Columns = ReadonlyMap<string, Column>;

const builtIn: Record<(typeof builtInColumns)[number], Column> = {
  staff: { name: 'staff', label: 'Staff', sql: 'f.staff', kind: 'coded' },
  channel: { name: 'channel', label: 'Channel', sql: 'f.channel', kind: 'coded' },
  segment: { name: 'segment', label: 'Segment', sql: 'f.segment', kind: 'coded' },
  score: { name: 'score', label: 'Score', sql: 'f.score', kind: 'score' },
  bucket: {
    name: 'bucket',
    label: 'Group',
    sql: 'f.bucket',
    kind: 'fixed',
    type: 'smallint',
    choices: buckets.map((value) => ({ value, stored: bucketCodes[value] })),
  },
  has_comment: {
    name: 'has_comment',
    label: 'Has a comment',
    sql: 'f.has_comment',
    kind: 'fixed',
    type: 'boolean',
    choices: [true, false].map((stored) => ({ value: String(stored), stored })),
  },
};

/** The built-in columns and the company's attributes. */
export async function columnsOf(read: ReadDb, companyId: CompanyId): Promise<Columns> {
  const defined = await read.query<{ attribute: string; label: string; slot: number }>(
    `select attribute, label, slot from ${read.table(attributes.name)} where company_id = $1 order by slot`,
    [companyId],
  );
  return new Map<string, Column>([
    ...builtInColumns.map((name) => [name, builtIn[name]] as const),
    ...defined.map(
      ({ attribute, label, slot }) =>
        [attribute, { name: attribute, label, sql: `f.${slotColumn(slot)}`, kind: 'coded' }] as const,
    ),
  ]);
}

/** @throws DomainError invalid_input that names the columns there are. */
export function columnNamed(columns: Columns, name: string | undefined, path: string): Column {
  const column = name === undefined ? undefined : columns.get(name);
  if (column) return column;
  const problem = name === undefined ? 'Name a column.' : `There is no column ${JSON.stringify(name.slice(0, 100))}.`;
  throw invalid({ path, message: `${problem} There are ${[...columns.keys()].join(', ')}.` });
}

/** Which of these coded columns hold nothing but numbers (at least one). */
export async function numericColumns(read: ReadDb, companyId: CompanyId, names: readonly string[]): Promise<Set<string>> {
  const rows = await read.query<{ name: string }>(
    `select name from unnest($2::text[]) name
     where exists (select from ${read.table(dictionary.name)} d where d.company_id = $1 and d.attribute = name)
       and not exists (
         select from ${read.table(dictionary.name)} d where d.company_id = $1 and d.attribute = name and d.number is null)`,
    [companyId, names],
  );
  return new Set(rows.map((row) => row.name));
}

const anyValue: readonly Operator[] = ['in', 'not_in'];
const compared: readonly Operator[] = ['gte', 'lte'];
const maybeEmpty: readonly Operator[] = ['is_empty', 'is_not_empty'];

/** The operators that a rule on this column may use. `numeric` says that a coded column holds nothing but numbers. */
export function operatorsOf(column: Column, numeric: boolean): Operator[] {
  if (column.kind === 'fixed') return [...anyValue];
  if (column.kind === 'score') return [...anyValue, ...compared];
  return [...anyValue, ...maybeEmpty, ...(numeric ? compared : [])];
}

const bucketLabels: Record<QuestionType, Record<(typeof buckets)[number], string>> = {
  nps: { detractor: 'Detractors', passive: 'Passives', promoter: 'Promoters' },
  csat: { detractor: 'Unsatisfied', passive: 'Neutral', promoter: 'Satisfied' },
  ces: { detractor: 'Disagreed', passive: 'Neutral', promoter: 'Agreed' },
  fivestar: { detractor: '1-2 stars', passive: '3 stars', promoter: '4-5 stars' },
};
const commentLabels: Record<string, string> = { true: 'With a comment', false: 'Without a comment' };

/** What there is to choose from in a column that is not coded. */
export function fixedOptions(column: Column, questionType: QuestionType): RuleOption['options'] {
  if (column.kind === 'coded') return [];
  if (column.kind === 'score') {
    const { lowest, usual } = scales[questionType];
    const scores = Array.from({ length: usual - lowest + 1 }, (_, index) => String(lowest + index));
    return scores.map((value) => ({ value, label: value }));
  }
  const labels: Record<string, string> = column.type === 'boolean' ? commentLabels : bucketLabels[questionType];
  return column.choices.map(({ value }) => ({ value, label: labels[value] ?? value }));
}

/** The columns as a person picks them. */
export async function ruleOptions(read: ReadDb, companyId: CompanyId, questionType: QuestionType): Promise<RuleOption[]> {
  const columns = [...(await columnsOf(read, companyId)).values()];
  const coded = columns.filter((column) => column.kind === 'coded').map((column) => column.name);
  const numeric = await numericColumns(read, companyId, coded);
  return columns.map((column) => ({
    value: column.name,
    label: column.label,
    kind: kindOf(column, numeric.has(column.name)),
    operators: operatorsOf(column, numeric.has(column.name)),
    common: column.name in builtIn,
    options: fixedOptions(column, questionType),
  }));
}

function kindOf(column: Column, numeric: boolean): RuleOption['kind'] {
  if (column.kind === 'fixed') return column.type === 'boolean' ? 'flag' : 'choice';
  return column.kind === 'score' || numeric ? 'number' : 'text';
}

/** A pattern for `ilike` that finds the text anywhere, whatever is in it. PostgreSQL cannot hold NUL, so that one goes. */
export const containing = (text: string): string => `%${text.replaceAll('\0', '').replaceAll(/[\\%_]/g, '\\$&')}%`;
