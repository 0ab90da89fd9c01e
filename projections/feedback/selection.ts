import type { DataScope } from '@frankly/contracts/data-scope';
import { invalid } from '@frankly/contracts/errors';
import type { FeedbackQuery } from '@frankly/contracts/feedback';
import type { Rule } from '@frankly/contracts/filters';
import type { CompanyId } from '@frankly/contracts/identity';
import type { ReadDb } from '@frankly/infra/read-db/read-db';
import { type Column, columnNamed, type Columns, containing, numericColumns, operatorsOf } from './columns.ts';
import type { DayRange } from './company-calendar.ts';
import { refuseBeyondTotals, scopeRules } from './scope-rules.ts';
import { details, dictionary, facts, questionTypeCodes } from './tables.ts';

/** Values of one statement: each is named by its place and never written into the text. */
export class Values {
  readonly list: unknown[] = [];

  bind(value: unknown, type: string): string {
    this.list.push(value);
    return `$${this.list.length}::${type}`;
  }
}

type Condition = (values: Values) => string;
const never: Condition = () => 'false';

/** The answers of one company that somebody may see. There is no other way to the facts than through a scope. */
export class Visible {
  readonly #conditions: readonly Condition[];
  /** Whether it is less than all that the company has. */
  readonly limited: boolean;

  constructor(
    readonly read: ReadDb,
    readonly companyId: CompanyId,
    conditions: readonly Condition[],
  ) {
    this.#conditions = [(values) => `f.company_id = ${values.bind(companyId, 'uuid')}`, ...conditions];
    this.limited = conditions.length > 0;
  }

  /** `from … where …` over the facts, which are called `f`. */
  everywhere(values: Values): string {
    const conditions = this.#conditions.map((condition) => condition(values));
    return `from ${this.read.table(facts.name)} f where ${conditions.join(' and ')}`;
  }
}

/** The answers that a query is about: compiled once, written into each of its statements. */
export class Selection extends Visible {
  constructor(
    read: ReadDb,
    companyId: CompanyId,
    readonly query: FeedbackQuery,
    readonly columns: Columns,
    conditions: readonly Condition[],
  ) {
    const ofQuestion: Condition = (values) =>
      `f.question_type = ${values.bind(questionTypeCodes[query.questionType], 'smallint')}`;
    super(read, companyId, [ofQuestion, ...conditions]);
  }

  /** As `everywhere`, of these days. */
  from(days: DayRange, values: Values): string {
    return `${this.everywhere(values)} and f.day between ${values.bind(days.from, 'int')} and ${values.bind(days.to, 'int')}`;
  }
}

/** What somebody may see, whatever the question. */
export async function within(
  read: ReadDb,
  companyId: CompanyId,
  scope: DataScope,
  columns: Columns,
  of?: FeedbackQuery['of'],
): Promise<Visible> {
  const kept = placedScope(scopeRules(scope, of), columns);
  const codes = await codesNeeded(read, companyId, kept ?? []);
  return new Visible(read, companyId, scopeConditions(read, companyId, kept, codes));
}

/** Null when one of them cannot be met. */
function placedScope(rules: readonly Rule[] | null, columns: Columns): PlacedRule[] | null {
  const placed = rules?.map((rule, index) => ({ rule, index, column: columns.get(rule.column) }));
  return placed?.every((one): one is PlacedRule => one.column !== undefined) ? placed : null;
}

const scopeConditions = (
  read: ReadDb,
  companyId: CompanyId,
  kept: readonly PlacedRule[] | null,
  codes: Codes,
): readonly Condition[] =>
  kept?.map(({ rule, index, column }) => conditionOf(read, companyId, rule, column, index, codes)) ?? [never];

/**
 * @throws DomainError invalid_input that names the rule, and the columns or operators there are; not_allowed for what is asked
 * of a team beyond its totals.
 */
export async function select(
  read: ReadDb,
  companyId: CompanyId,
  scope: DataScope,
  query: FeedbackQuery,
  columns: Columns,
): Promise<Selection> {
  refuseBeyondTotals(scope, query);
  const kept = placedScope(scopeRules(scope, query.of), columns);
  const rules = query.rules.map((rule, index) => ({
    rule,
    index,
    column: columnNamed(columns, rule.column, `rules.${index}.column`),
  }));
  const [numeric, codes] = await Promise.all([
    numericNeeded(read, companyId, rules),
    codesNeeded(read, companyId, [...(kept ?? []), ...rules]),
  ]);
  for (const { rule, index, column } of rules) {
    const existing = operatorsOf(column, numeric.has(column.name));
    if (!existing.includes(rule.operator)) {
      const message = `${column.name} cannot be asked ${rule.operator}. It has ${existing.join(', ')}.`;
      throw invalid({ path: `rules.${index}.operator`, message });
    }
  }
  return new Selection(read, companyId, query, columns, [
    ...scopeConditions(read, companyId, kept, codes),
    ...rules.map(({ rule, index, column }) => conditionOf(read, companyId, rule, column, index, codes)),
    ...searched(read, companyId, query.search),
  ]);
}

interface PlacedRule {
  rule: Rule;
  index: number;
  column: Column;
}

const compares = (rule: Rule): boolean => rule.operator === 'gte' || rule.operator === 'lte';

async function numericNeeded(read: ReadDb, companyId: CompanyId, rules: readonly PlacedRule[]): Promise<Set<string>> {
  const names = rules.filter(({ rule, column }) => column.kind === 'coded' && compares(rule)).map(({ column }) => column.name);
  return names.length === 0 ? new Set() : numericColumns(read, companyId, names);
}

type Codes = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Column -> value -> code, for the values that the rules name. A value that no answer ever had is not there. */
async function codesNeeded(read: ReadDb, companyId: CompanyId, rules: readonly PlacedRule[]): Promise<Codes> {
  const wanted = rules
    .filter(({ rule, column }) => column.kind === 'coded' && !compares(rule))
    .flatMap(({ rule, column }) => rule.value.map((value) => ({ name: column.name, value: String(value) })))
    .filter(({ value }) => !value.includes('\0'));
  if (wanted.length === 0) return new Map();
  const found = await read.query<{ attribute: string; value: string; code: number }>(
    `select d.attribute, d.value, d.code from unnest($2::text[], $3::text[]) w(attribute, value)
     join ${read.table(dictionary.name)} d on d.company_id = $1 and d.attribute = w.attribute and d.value = w.value`,
    [companyId, wanted.map(({ name }) => name), wanted.map(({ value }) => value)],
  );
  const codes = new Map<string, Map<string, number>>();
  for (const { attribute, value, code } of found) {
    codes.set(attribute, (codes.get(attribute) ?? new Map<string, number>()).set(value, code));
  }
  return codes;
}

function conditionOf(read: ReadDb, companyId: CompanyId, rule: Rule, column: Column, index: number, codes: Codes): Condition {
  const path = `rules.${index}.value`;
  switch (rule.operator) {
    case 'is_empty':
      return () => `${column.sql} is null`;
    case 'is_not_empty':
      return () => `${column.sql} is not null`;
    case 'gte':
    case 'lte':
      return comparison(read, companyId, column, rule.operator === 'gte' ? '>=' : '<=', onlyNumber(rule, path));
    case 'in':
    case 'not_in': {
      if (rule.value.length === 0) throw invalid({ path, message: 'Name at least one value.' });
      const { stored, type } = storedValues(column, rule.value.map(String), codes.get(column.name));
      if (rule.operator === 'not_in')
        return (values) => `(${column.sql} = any (${values.bind(stored, `${type}[]`)})) is not true`;
      return stored.length === 0 ? never : (values) => `${column.sql} = any (${values.bind(stored, `${type}[]`)})`;
    }
  }
}

/** The values of a rule as the facts hold them; unknown ones are left out. */
function storedValues(
  column: Column,
  values: readonly string[],
  codes: ReadonlyMap<string, number> | undefined,
): { stored: (number | boolean)[]; type: string } {
  switch (column.kind) {
    case 'coded':
      return { stored: values.flatMap((value) => codes?.get(value) ?? []), type: 'int' };
    case 'score':
      return { stored: values.filter((value) => /^\d{1,4}$/.test(value)).map(Number), type: 'smallint' };
    case 'fixed':
      return {
        stored: column.choices.filter((choice) => values.includes(choice.value)).map((choice) => choice.stored),
        type: column.type,
      };
  }
}

function onlyNumber(rule: Rule, path: string): number {
  const [value] = rule.value;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (rule.value.length !== 1 || typeof number !== 'number' || !Number.isFinite(number)) {
    throw invalid({ path, message: `${rule.operator} takes one number.` });
  }
  return number;
}

function comparison(read: ReadDb, companyId: CompanyId, column: Column, sign: '>=' | '<=', limit: number): Condition {
  if (column.kind !== 'coded') return (values) => `${column.sql} ${sign} ${values.bind(limit, 'float8')}`;
  return (values) =>
    `${column.sql} in (select d.code from ${read.table(dictionary.name)} d
       where d.company_id = ${values.bind(companyId, 'uuid')} and d.attribute = ${values.bind(column.name, 'text')}
         and d.number ${sign} ${values.bind(limit, 'float8')})`;
}

/** Every word of the search is somewhere in the comment. */
function searched(read: ReadDb, companyId: CompanyId, search: string | undefined): Condition[] {
  const words = search?.split(/\s+/).filter((word) => word !== '') ?? [];
  if (words.length === 0) return [];
  if (words.some((word) => word.includes('\0'))) return [never];
  return [
    (values) =>
      `f.has_comment and exists (select from ${read.table(details.name)} d
         where d.company_id = ${values.bind(companyId, 'uuid')} and d.ordinal = f.ordinal
           and d.comment ilike all (${values.bind(words.map(containing), 'text[]')}))`,
  ];
}
