import { Buffer } from 'node:buffer';
import { buckets, type ResponseRow, type Responses } from '@frankly/contracts/feedback';
import { invalid } from '@frankly/contracts/errors';
import type { Column } from './columns.ts';
import type { DayRange } from './company-calendar.ts';
import { reading, type Stored } from './grouping.ts';
import { type Selection, Values } from './selection.ts';
import type { Measured } from './summary.ts';
import { details } from './tables.ts';

const usualPageSize = 50;

type FactRow = Record<string, Stored> & {
  /** Null while the details are still on their way. */
  response_id: string | null;
  comment: string | null;
  contact: string | null;
  answered_at: Date;
  micros: string;
  ordinal: string;
  day: number;
  score: number;
  scale: number;
  bucket: number;
  corrected: boolean;
};

/** Newest first. The place of the last row is the next page, so rows that arrive meanwhile move nothing. */
export async function responses(selection: Selection, days: DayRange): Promise<Measured<Responses>> {
  const { page, pageSize = usualPageSize } = selection.query;
  const after = page === undefined ? undefined : placeIn(page);
  const [found, answers] = await Promise.all([pageOf(selection, days, after, pageSize + 1), count(selection, days)]);
  const shown = found.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    data: { rows: await decoded(selection, shown), nextPage: found.length > pageSize && last ? pageAfter(last) : null },
    answers,
  };
}

async function count(selection: Selection, days: DayRange): Promise<number> {
  const values = new Values();
  const [row] = await selection.read.query<{ answers: number }>(
    `select count(*)::float8 as answers ${selection.from(days, values)}`,
    values.list,
  );
  return row?.answers ?? 0;
}

const codedColumns = (selection: Selection): Column[] =>
  [...selection.columns.values()].filter((column) => column.kind === 'coded');

/** The day leads the order because the index has it; later instants have later days. */
function pageOf(selection: Selection, days: DayRange, after: Place | undefined, limit: number): Promise<FactRow[]> {
  const values = new Values();
  const columns = codedColumns(selection).map((column, index) => `${column.sql} as c${index}`);
  const upTo = { from: days.from, to: Math.min(days.to, after?.day ?? days.to) };
  const facts = `select f.company_id, f.ordinal, f.day, f.score, f.scale, f.bucket, f.corrected, f.answered_at, ${columns.join(', ')}
    ${selection.from(upTo, values)} ${after ? `and ${isBefore(after, values)}` : ''}
    order by f.day desc, f.answered_at desc, f.ordinal desc limit ${values.bind(limit, 'int')}`;
  return selection.read.query<FactRow>(
    `select p.*, (extract(epoch from p.answered_at) * 1000000)::bigint::text as micros, d.response_id, d.comment, d.contact
     from (${facts}) p left join ${selection.read.table(details.name)} d on d.company_id = p.company_id and d.ordinal = p.ordinal
     order by p.day desc, p.answered_at desc, p.ordinal desc`,
    values.list,
  );
}

async function decoded(selection: Selection, rows: readonly FactRow[]): Promise<ResponseRow[]> {
  const columns = codedColumns(selection).map((column, index) => ({ column, at: `c${index}` }));
  const name = await reading(
    selection,
    columns.map(({ column, at }) => ({ column, stored: rows.map((row) => row[at] ?? null) })),
  );
  return rows.flatMap((row): ResponseRow[] => {
    if (row.response_id === null) return [];
    const named = columns.map(({ column, at }) => [column.name, name(column, row[at] ?? null)] as const);
    const { staff, channel, segment, ...attributes } = Object.fromEntries(named.filter(([, value]) => value !== null)) as Record<
      string,
      string
    >;
    return [
      {
        id: row.response_id,
        questionType: selection.query.questionType,
        score: row.score,
        scale: row.scale,
        bucket: buckets[row.bucket]!,
        comment: row.comment,
        contact: row.contact,
        answeredAt: row.answered_at.toISOString(),
        staff: staff ?? null,
        channel: channel ?? null,
        segment: segment ?? null,
        attributes,
        corrected: row.corrected,
      },
    ];
  });
}

/** Where a page ended: microseconds as text, because they are more than a number holds. */
interface Place {
  day: number;
  micros: string;
  ordinal: string;
}

const isBefore = ({ day, micros, ordinal }: Place, values: Values): string =>
  `(f.day, f.answered_at, f.ordinal) < (${values.bind(day, 'int')},
     timestamptz 'epoch' + ${values.bind(micros, 'bigint')} * interval '1 microsecond', ${values.bind(ordinal, 'bigint')})`;

const pageAfter = ({ day, micros, ordinal }: FactRow): string => Buffer.from(`${day}/${micros}/${ordinal}`).toString('base64url');

function placeIn(page: string): Place {
  const [, day, micros, ordinal] =
    /^(-?\d{1,6})\/(-?\d{1,16})\/(\d{1,18})$/.exec(Buffer.from(page, 'base64url').toString()) ?? [];
  if (day === undefined || micros === undefined || ordinal === undefined) {
    throw invalid({ path: 'page', message: 'A page is the nextPage of the reply before.' });
  }
  return { day: Number(day), micros, ordinal };
}
