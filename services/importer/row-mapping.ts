import { type FieldProblem, invalid } from '@frankly/contracts/errors';
import { scales, type QuestionType } from '@frankly/contracts/question-types';
import { AttributeName, type NewResponse } from '@frankly/contracts/responses';
import { parseNewResponse } from '../responses/intake.ts';
import { type TimeReader, timeReader } from './answer-times.ts';

/** Which column says what. Columns are named as in the header of the file. */
export interface ImportMapping {
  question: QuestionType;
  score: string;
  /** Highest score of the scale; the usual one of the question when not said. */
  scale?: number;
  date: string;
  /** date-fns tokens; ISO 8601 when not said. */
  dateFormat?: string;
  id?: string;
  comment?: string;
  /** An e-mail address, or any other id. */
  contact?: string;
  servedBy?: string;
  channel?: string;
  segment?: string;
  /** `COLUMN` or `COLUMN=name_c`. */
  attributes?: readonly string[];
  /** One channel for every row. */
  channelValue?: string;
  /** `name_c=VALUE`: one value for every row. */
  attributeValues?: readonly string[];
}

export type MappedRow = { answer: NewResponse; id: string | null } | { blank: true } | { column: string; reason: string };

/** @throws DomainError naming every column that the file does not have, and those that it has */
export function rowMapping(
  mapping: ImportMapping,
  columns: readonly string[],
  company: { timeZone: string },
  now: Date,
): (fields: readonly string[]) => MappedRow {
  const problems: FieldProblem[] = [];
  const place = (option: string, column: string | undefined): number => {
    const index = column === undefined ? -1 : columns.indexOf(column.trim());
    if (column !== undefined && index < 0) problems.push({ path: option, message: `There is no column "${column}".` });
    return index;
  };
  const score = place('--score', mapping.score);
  const date = place('--date', mapping.date);
  const id = place('--id', mapping.id);
  const comment = place('--comment', mapping.comment);
  const contact = place('--contact', mapping.contact);
  const servedBy = place('--served-by', mapping.servedBy);
  const channel = place('--channel', mapping.channel);
  const segment = place('--segment', mapping.segment);
  const attributes = (mapping.attributes ?? []).map((text) => {
    const { column, name } = attributeColumn(text, columns);
    if (!AttributeName.safeParse(name).success) problems.push({ path: '--attribute', message: badName(column, name) });
    return { name, column, index: place('--attribute', column) };
  });
  const constants = constantAttributes(mapping.attributeValues ?? [], problems);
  if (problems.length > 0)
    throw invalid(...problems, { path: 'columns', message: `The file has: ${columns.map(quoted).join(', ')}.` });

  const { question: questionType, scale, channelValue } = mapping;
  if (scale !== undefined && !scales[questionType].allowed.includes(scale)) {
    throw invalid({
      path: '--scale',
      message: `A ${questionType} question has a scale of ${scales[questionType].allowed.join(', ')}.`,
    });
  }
  const readTime: TimeReader = timeReader(mapping.dateFormat, company.timeZone, now);
  const columnOf = (path: string): string => {
    const named: Record<string, string | undefined> = {
      score: mapping.score,
      answeredAt: mapping.date,
      comment: mapping.comment,
      servedBy: mapping.servedBy,
      channel: mapping.channel,
      'contact.segment': mapping.segment,
      'contact.email': mapping.contact,
      'contact.id': mapping.contact,
    };
    return named[path] ?? attributes.find(({ name }) => path === `attributes.${name}`)?.column ?? path;
  };

  return (fields) => {
    const text = (index: number): string | undefined => fields[index]?.trim() || undefined;
    const scored = text(score);
    if (scored === undefined) return { blank: true };
    if (!wholeNumber.test(scored)) return { column: mapping.score, reason: `${quoted(scored)} is not a whole number` };

    const time = text(date) ?? '';
    const answeredAt = readTime(time);
    if (answeredAt === null) {
      const form = mapping.dateFormat ?? 'ISO 8601 (2026-11-20T09:30:00Z)';
      return { column: mapping.date, reason: time === '' ? 'no date' : `${quoted(time)} is not a time like ${form}` };
    }
    const ownId = id < 0 ? null : (text(id) ?? '');
    if (ownId === '') return { column: mapping.id ?? '', reason: 'no id' };

    const parsed = parseNewResponse({
      questionType,
      score: Number.parseInt(scored, 10),
      scale,
      answeredAt,
      comment: text(comment),
      channel: text(channel) ?? channelValue,
      servedBy: text(servedBy),
      contact: contactOf(text(contact), text(segment)),
      attributes: {
        ...constants,
        ...Object.fromEntries(
          attributes.flatMap(({ name, index }) => {
            const value = text(index);
            return value === undefined ? [] : [[name, value]];
          }),
        ),
      },
    });
    if ('answer' in parsed) return { answer: parsed.answer, id: ownId };
    const [first] = parsed.fields;
    return { column: columnOf(first?.path ?? ''), reason: first?.message ?? '' };
  };
}

const quoted = (text: string): string => `"${text.length > 60 ? `${text.slice(0, 60)}…` : text}"`;
/** `5`, `-2` and `5.0`, but not `4.5`. */
const wholeNumber = /^-?\d{1,9}([.,]0+)?$/;

const contactOf = (contact: string | undefined, segment: string | undefined) => {
  if (contact === undefined && segment === undefined) return undefined;
  return { ...(contact === undefined ? {} : /^\S+@\S+\.\S+$/.test(contact) ? { email: contact } : { id: contact }), segment };
};

function attributeColumn(text: string, columns: readonly string[]): { column: string; name: string } {
  const split = text.lastIndexOf('=');
  if (split < 0 || columns.includes(text.trim())) return { column: text.trim(), name: attributeNameOf(text) };
  return { column: text.slice(0, split).trim(), name: text.slice(split + 1).trim() };
}

/** `Sub-category` -> `sub_category_c`. */
export const attributeNameOf = (column: string): string =>
  `${column
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')}_c`;

const badName = (column: string, name: string): string =>
  `"${name}" is no attribute name. Give the column one: --attribute "${column}=name_c", lowercase letters, digits and underscores.`;

function constantAttributes(texts: readonly string[], problems: FieldProblem[]): Record<string, string> {
  const named = texts.map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)] as const);
  for (const [name] of named) {
    if (AttributeName.safeParse(name).success) continue;
    problems.push({ path: '--attribute-value', message: 'One value for every row looks like region_c=North.' });
  }
  return Object.fromEntries(named);
}
