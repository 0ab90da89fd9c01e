import { rowProblems } from '@frankly/contracts/importer';
import { type CsvError, type Parser, parse } from 'csv-parse';
import { type CsvFile, utf8Chunks } from './csv-file.ts';
import { countLineEnds } from './line-ends.ts';

/** One record may have this many bytes; more is a quote left open, or not a table. */
export const recordLimit = 4 * 1024 * 1024;
/** Of a record that cannot be read, this much is shown. */
const shownCharacters = 500;

export interface CsvRecord {
  /** Where it begins, from 1; the header counts. */
  line: number;
  fields: string[];
}

/** A record that cannot be read. `fields` holds its text as it stands in the file. */
export interface RefusedRecord extends CsvRecord {
  /** Counted from 1, or the name of the column. */
  column: number | string | null;
  reason: string;
}

export const isRefused = (record: CsvRecord | RefusedRecord): record is RefusedRecord => 'reason' in record;

/**
 * Every record of the file, in order, some at a time. One that cannot be read is refused whole, and reading goes on
 * behind it; after a record that is too long there is no telling where the next begins, so reading ends.
 */
export async function* readRecords(
  file: CsvFile,
  onRead: (bytes: number) => void,
): AsyncGenerator<(CsvRecord | RefusedRecord)[]> {
  const reader = new RecordReader(file.delimiter);
  for await (const chunk of utf8Chunks(file, onRead)) {
    await reader.read(chunk, false);
    yield reader.take();
    if (reader.stopped) return;
  }
  await reader.read(Buffer.alloc(0), true);
  yield reader.take();
}

class RecordReader {
  stopped = false;
  private records: (CsvRecord | RefusedRecord)[] = [];
  /** The bytes that no finished record has used yet, and some before. */
  private window: Buffer = Buffer.alloc(0);
  /** Where in the window the record begins that is being read. */
  private start = 0;
  /** Where in the parser's input the window begins. */
  private base = 0;
  private line = 1;
  private parser: Parser;
  /** Column of the record that cannot be read, while its end has not come. */
  private broken: { column: number } | null = null;

  constructor(private readonly delimiter: string) {
    this.parser = this.newParser();
  }

  take(): (CsvRecord | RefusedRecord)[] {
    const taken = this.records;
    this.records = [];
    return taken;
  }

  async read(chunk: Buffer, last: boolean): Promise<void> {
    const kept = this.window.subarray(this.start);
    this.base += this.start;
    this.start = 0;
    this.window = kept.length > 0 ? Buffer.concat([kept, chunk]) : chunk;
    let input = this.broken ? this.skipBroken(last) : chunk;
    while (input && !this.stopped) {
      const error = await this.feed(input, last);
      input = error ? this.recover(error, last) : null;
    }
  }

  private newParser(): Parser {
    const parser = parse({
      delimiter: this.delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      max_record_size: recordLimit,
      on_record: (fields: string[], { bytes }) => {
        this.records.push({ line: this.line, fields });
        this.advanceTo(bytes - this.base);
        return null;
      },
    });
    // Errors come back from `write` and `end`; without a listener they would end the process too.
    parser.on('error', () => undefined);
    return parser;
  }

  private async feed(input: Buffer, last: boolean): Promise<CsvError | null> {
    const { parser } = this;
    const written = (resolve: (error: CsvError | null) => void) => (error?: Error | null) => resolve((error as CsvError) ?? null);
    const error = await new Promise<CsvError | null>((resolve) => parser.write(input, written(resolve)));
    if (error || !last) return error;
    return new Promise<CsvError | null>((resolve) => parser.on('error', resolve).end(() => resolve(null)));
  }

  private advanceTo(end: number): void {
    this.line += countLineEnds(this.window, this.start, end);
    this.start = end;
  }

  private recover(error: CsvError, last: boolean): Buffer | null {
    const column = Number(error['column'] ?? 0) + 1;
    if (error.code === 'CSV_MAX_RECORD_SIZE') return this.stopAtLongRecord(column);
    if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
      this.refuse(
        column,
        `${rowProblems.quoteLeftOpen}: nothing from here to the end of the file can be read`,
        this.window.length,
      );
      return null;
    }
    this.broken = { column };
    return this.skipBroken(last);
  }

  /** Refuses the broken record once its end is known, and answers what comes behind it. */
  private skipBroken(last: boolean): Buffer | null {
    const column = this.broken?.column ?? 1;
    const end = recordEnd(this.window, this.start, this.delimiter.charCodeAt(0), last);
    if (end === null) return this.window.length - this.start > recordLimit ? this.stopAtLongRecord(column) : null;
    this.broken = null;
    this.refuse(column, `${rowProblems.strayQuote}: write a quote inside a field twice, and the field between quotes`, end);
    this.base = -this.start;
    this.parser = this.newParser();
    return this.window.subarray(this.start);
  }

  private stopAtLongRecord(column: number): null {
    const limit = `${recordLimit / 1024 / 1024} MB`;
    this.refuse(column, `${rowProblems.recordTooLong}: more than ${limit}, so nothing from here on was read`, this.window.length);
    this.stopped = true;
    return null;
  }

  private refuse(column: number, reason: string, end: number): void {
    const text = this.window.toString('utf8', this.start, Math.min(end, this.start + shownCharacters));
    this.records.push({ line: this.line, column, reason, fields: [text.replace(/[\r\n]+$/, '')] });
    this.advanceTo(end);
  }
}

const quote = 34;
const lf = 10;
const cr = 13;

/** Where a record with stray quotes ends: a quote closes its field only before a delimiter or a line end. */
function recordEnd(bytes: Buffer, start: number, delimiter: number, last: boolean): number | null {
  let quoted = false;
  let fieldBegins = true;
  for (let index = start; index < bytes.length; index++) {
    const byte = bytes[index];
    const next = bytes[index + 1];
    if ((byte === quote || byte === cr) && next === undefined && !last) return null;
    if (quoted) {
      if (byte !== quote) continue;
      if (next === quote) index++;
      else quoted = !(next === undefined || next === delimiter || next === cr || next === lf);
    } else if (byte === lf || byte === cr) {
      return byte === cr && next === lf ? index + 2 : index + 1;
    } else {
      quoted = fieldBegins && byte === quote;
      fieldBegins = byte === delimiter;
    }
  }
  return last ? bytes.length : null;
}
