import * as z from 'zod';
import { events } from './kit.ts';
import { QuestionType } from './question-types.ts';

const counts = {
  read: z.int().meta({ description: 'Rows below the header.' }),
  recorded: z.int(),
  repeated: z.int().meta({ description: 'Rows whose answer was recorded before.' }),
  blank: z.int().meta({ description: 'Rows without a score: not answers.' }),
  refused: z.int(),
};

/** One import of one question from one file; its stream is `import-<first 32 hex digits of the SHA-256 of the file>`. */
export const importEvents = events({
  ImportStarted: z.object({
    importId: z.string(),
    source: z.string().meta({ description: 'Part of every answer id: the same rows from the same source are the same answers.' }),
    fileName: z.string(),
    bytes: z.int(),
    questionType: QuestionType,
    scoreColumn: z.string(),
  }),
  ImportFinished: z.object({ importId: z.string(), questionType: QuestionType, scoreColumn: z.string(), ...counts }),
});

export const ImportReport = z.object({
  ...counts,
  refusedFile: z.string().nullable(),
  seconds: z.number(),
  stopped: z.boolean().meta({ description: 'Interrupted; the same command again goes on.' }),
  source: z.string(),
});
export type ImportReport = z.infer<typeof ImportReport>;

/** Why a row of a CSV file cannot be read. */
export const rowProblems = {
  wrongColumnCount: 'Wrong number of columns',
  quoteLeftOpen: 'Quote left open',
  strayQuote: 'Stray quote',
  nulByte: 'NUL byte',
  recordTooLong: 'Record too long',
} as const;

/** Columns that come before those of the file where refused rows are kept. */
export const refusedColumns = ['line', 'column', 'reason'] as const;
