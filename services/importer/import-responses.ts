import { hash } from 'node:crypto';
import { basename, resolve } from 'node:path';
import { DomainError, invalid } from '@frankly/contracts/errors';
import type { CompanyId } from '@frankly/contracts/identity';
import type { ImportReport } from '@frankly/contracts/importer';
import { handle } from '../handle.ts';
import type { Platform } from '../platform.ts';
import { createIntake, type IncomingAnswer, type Intake } from '../responses/intake.ts';
import type { CsvDialect, CsvFile } from './csv-file.ts';
import { type CsvRecord, isRefused, type RefusedRecord } from './csv-records.ts';
import { openCsv } from './csv-source.ts';
import { type ImportEvent, importRun } from './import-run.ts';
import { RefusedRows, type RefusedRow } from './refused-rows.ts';
import { RepeatCounter } from './repeat-counter.ts';
import { type ImportMapping, rowMapping } from './row-mapping.ts';

export interface ImportRequest extends ImportMapping, CsvDialect {
  path: string;
  company: { id: CompanyId; timeZone: string };
  actor: string;
  /** Part of every answer id; the base name of the file when not said. */
  source?: string;
  /** Where refused rows go; `<file>.refused.csv` in the working directory when not said. */
  refusedFile?: string;
  /** Stops between two batches. */
  signal?: AbortSignal;
  /** Called after each batch; the next one waits for it. */
  onProgress?(progress: ImportProgress): void | Promise<void>;
}

export type ImportCounts = Omit<ImportReport, 'refusedFile' | 'seconds' | 'stopped' | 'source'>;
export interface ImportProgress extends ImportCounts {
  /** Of the file, from 0 to 1. */
  share: number;
  seconds: number;
}

/** Answers go in by so many at a time. */
const batchSize = 1_000;

/**
 * Rows of a file become answers. The id of each derives from its source and its content, so the same file again adds
 * nothing, and the file with rows added adds just those.
 * @throws DomainError when the file, a column or an option is wrong; nothing was recorded then
 */
export async function importResponses(platform: Platform, request: ImportRequest): Promise<ImportReport> {
  const { path, company, signal } = request;
  const startedAt = performance.now();
  const seconds = () => Math.round(performance.now() - startedAt) / 1_000;
  const refusedPath = resolve(request.refusedFile ?? `${basename(path)}.refused.csv`);
  if (refusedPath === resolve(path))
    throw invalid({ path: '--refused', message: 'Refused rows cannot go into the file they come from.' });

  const csv = await openCsv(path, request);
  try {
    const toAnswer = rowMapping(request, csv.columns, company, platform.clock.now());
    return await whileAlone(platform, company.id, async () => {
      const { source, finish } = await startRun(platform, request, csv.file);
      const refusedRows = new RefusedRows(refusedPath, csv.columns);
      const counts: ImportCounts = { read: 0, recorded: 0, repeated: 0, blank: 0, refused: 0 };
      const idOf = answerIds(`${source}\n${request.question}\n${request.score}`);
      const intake = createIntake(platform);
      const take = async (batch: ReadBatch): Promise<void> => {
        const refused = await record(intake, batch.answers, request, counts);
        refused.push(...batch.refused);
        counts.read += batch.read;
        counts.blank += batch.blank;
        counts.refused += refused.length;
        await refusedRows.add(refused.toSorted((a, b) => a.line - b.line));
        await request.onProgress?.({ ...counts, share: csv.share(), seconds: seconds() });
      };
      const batches = inBatches(csv.rows, (rows) => readBatch(rows, toAnswer, idOf));
      try {
        const stopped = await takeEach(batches, take, signal);
        if (!stopped) await finish(counts);
        return { ...counts, refusedFile: await refusedRows.close(), seconds: seconds(), stopped, source };
      } catch (error) {
        await refusedRows.close();
        throw error;
      }
    });
  } finally {
    await csv.close();
  }
}

/** Writes down that the import begins, and answers how to write down its end. */
async function startRun(
  platform: Platform,
  { path, company, actor, question, score, source: named }: ImportRequest,
  file: CsvFile,
) {
  const run = { importId: file.sha256.slice(0, 32), questionType: question, scoreColumn: score };
  const context = { companyId: company.id, actor };
  const start = {
    type: 'StartImport' as const,
    ...run,
    source: named ?? basename(path),
    fileName: basename(path),
    bytes: file.bytes,
  };
  const history = await platform.store.readStream<ImportEvent>(company.id, importRun.stream(start));
  const { source } = history.reduce(
    (state, { type, data }) => importRun.evolve(state, { type, data } as ImportEvent),
    importRun.initial,
  );
  // Content that came in before under another name keeps that name, so that it adds nothing.
  const first = source ?? start.source;
  await handle(platform, importRun, { ...start, source: first }, context);
  return {
    source: first,
    finish: (counts: ImportCounts) => handle(platform, importRun, { type: 'FinishImport', ...run, ...counts }, context),
  };
}

/** Takes one batch after the other, reading the next meanwhile. True when it was told to stop before the end. */
async function takeEach(
  batches: AsyncIterable<ReadBatch>,
  take: (batch: ReadBatch) => Promise<void>,
  signal?: AbortSignal,
): Promise<boolean> {
  let taking = Promise.resolve();
  for await (const batch of batches) {
    await taking;
    if (signal?.aborted) return true;
    taking = take(batch);
    taking.catch(() => undefined);
  }
  await taking;
  return false;
}

interface Candidate {
  row: CsvRecord;
  incoming: IncomingAnswer;
}

interface ReadBatch {
  read: number;
  blank: number;
  answers: Candidate[];
  refused: RefusedRow[];
}

function readBatch(
  rows: readonly (CsvRecord | RefusedRecord)[],
  toAnswer: ReturnType<typeof rowMapping>,
  idOf: ReturnType<typeof answerIds>,
): ReadBatch {
  const batch: ReadBatch = { read: rows.length, blank: 0, answers: [], refused: [] };
  for (const row of rows) {
    if (isRefused(row)) {
      batch.refused.push(row);
      continue;
    }
    const mapped = toAnswer(row.fields);
    if ('blank' in mapped) batch.blank++;
    else if ('reason' in mapped) batch.refused.push({ ...row, ...mapped });
    else
      batch.answers.push({ row, incoming: { answer: { ...mapped.answer, id: idOf(row.fields, mapped.id) }, source: 'import' } });
  }
  return batch;
}

async function record(
  intake: Intake,
  answers: readonly Candidate[],
  { company, actor, score, date }: ImportRequest,
  counts: ImportCounts,
): Promise<RefusedRow[]> {
  const incoming = answers.map((candidate) => candidate.incoming);
  const verdicts = incoming.length > 0 ? await intake.record(company.id, incoming, actor) : [];
  return verdicts.flatMap(({ status, message, fields }, index) => {
    if (status === 201) counts.recorded++;
    else if (status === 200) counts.repeated++;
    else {
      const [first] = fields ?? [];
      const column = first?.path === 'score' ? score : first?.path === 'answeredAt' ? date : null;
      return [{ ...answers[index]!.row, column, reason: first?.message ?? message ?? '' }];
    }
    return [];
  });
}

/** Ids of answers: by their own id, else by their row, and which of the identical rows it is. */
function answerIds(source: string): (fields: readonly string[], ownId: string | null) => string {
  const repeats = new RepeatCounter();
  const idFor = (text: string) => `imp-${text.slice(0, 32)}`;
  return (fields, ownId) => {
    if (ownId !== null) return idFor(hash('sha256', `${source}\nid ${ownId}`));
    const fingerprint = hash('sha256', `${source}\n${JSON.stringify(fields)}`);
    const [high, low] = [fingerprint.slice(48, 56), fingerprint.slice(56, 64)].map((part) => Number.parseInt(part, 16));
    const occurrence = repeats.count(high!, low!);
    return idFor(occurrence === 1 ? fingerprint : hash('sha256', `${fingerprint} ${occurrence}`));
  };
}

async function* inBatches<T, R>(parts: AsyncIterable<T[]>, toBatch: (rows: T[]) => R): AsyncGenerator<R> {
  let rows: T[] = [];
  for await (const part of parts) {
    rows = rows.concat(part);
    while (rows.length >= batchSize) yield toBatch(rows.splice(0, batchSize));
  }
  if (rows.length > 0) yield toBatch(rows);
}

/** One import at a time in a company. The lock goes with its connection, also when the process is killed. */
async function whileAlone<T>(platform: Platform, companyId: CompanyId, work: () => Promise<T>): Promise<T> {
  const client = await platform.pool.connect();
  try {
    const lock = `hashtextextended('frankly import ' || $1::text, 0)`;
    const { rows } = await client.query<{ free: boolean }>(`select pg_try_advisory_lock(${lock}) as free`, [companyId]);
    if (!rows[0]?.free) {
      throw new DomainError('importer_busy', [
        { path: 'company', message: 'Another import into this company is running. Try again when it is done.' },
      ]);
    }
    try {
      return await work();
    } finally {
      await client.query(`select pg_advisory_unlock(${lock})`, [companyId]);
    }
  } finally {
    client.release();
  }
}
