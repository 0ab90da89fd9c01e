import { basename } from 'node:path';
import { questionTypes } from '@frankly/contracts/question-types';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ImportRequest } from '../importer/import-responses.ts';
import type { ImportMapping } from '../importer/row-mapping.ts';
import { Exit } from './failure.ts';
import { answer, companyOption, jsonOption } from './output.ts';
import { count, duration, ProgressLine } from './progress-line.ts';

interface Options extends Omit<ImportMapping, 'attributes' | 'attributeValues'> {
  company: string;
  attribute?: string[];
  attributeValue?: string[];
  source?: string;
  refused?: string;
  delimiter?: string;
  encoding?: string;
  json?: boolean;
}

export function register(program: Command): void {
  program
    .command('import')
    .description('bring in history from files')
    .command('responses')
    .description('bring in answers from a CSV file: one row, one answer')
    .argument('<file>', 'comma, semicolon, tab or pipe; UTF-8 or UTF-16')
    .requiredOption(...companyOption)
    .addOption(new Option('--question <type>', 'what was asked').choices(questionTypes).makeOptionMandatory())
    .requiredOption('--score <column>', 'the score; rows without one are not answers')
    .option('--scale <n>', 'the highest score, when it is not the usual one', wholeNumber)
    .requiredOption('--date <column>', 'when it was answered')
    .option('--date-format <form>', 'e.g. dd/MM/yy or "yyyy-MM-dd HH:mm"; without it, ISO 8601')
    .option('--id <column>', 'what makes an answer itself; without it, all of its row')
    .option('--comment <column>', 'what was written')
    .option('--contact <column>', 'who answered: an e-mail address or any other id')
    .option('--served-by <column>', 'who served them')
    .option('--channel <column>', 'by which channel')
    .option('--channel-value <value>', 'one channel for every row')
    .option('--segment <column>', 'what kind of customer')
    .option('--attribute <column[=name_c]>', 'keep this column too, to filter and group by (again for each)', also)
    .option('--attribute-value <name_c=value>', 'one value for every row (again for each)', also)
    .option(
      '--source <name>',
      'where the rows come from; without it, the name of the file. The same rows of the same source are taken once',
    )
    .option('--refused <file>', 'where refused rows go; without it, FILE.refused.csv here')
    .option('--delimiter <character>', 'between columns, when the header does not show it', oneCharacter)
    .option('--encoding <name>', 'of the file, e.g. latin1, when it is not UTF-8 or UTF-16')
    .option(...jsonOption)
    .addHelpText(
      'after',
      `
Example:
  $ npx frankly import responses survey.csv --company acme --question nps --score Rating \\
      --date "Answered at" --date-format "dd/MM/yyyy HH:mm" --comment Why --attribute Region --attribute "Store no=store_c"

The same file again adds nothing; the file with rows added adds just those. Rows that cannot be taken are written to
FILE.refused.csv with line, column and reason. Ctrl+C stops; the same command goes on from there.`,
    )
    .action(importFile);
}

async function importFile(
  path: string,
  { attribute, attributeValue, company: slug, refused, json, ...mapping }: Options,
): Promise<void> {
  const [{ withPlatform, companyNamed, actor }, { importResponses }] = await Promise.all([
    import('./session.ts'),
    import('../importer/import-responses.ts'),
  ]);
  const interrupt = new AbortController();
  process.once('SIGINT', () => interrupt.abort());
  const line = new ProgressLine(json ?? false);

  const report = await withPlatform(async (platform) => {
    const company = await companyNamed(platform, slug);
    const request: ImportRequest = {
      ...mapping,
      path,
      company,
      actor: actor(),
      attributes: attribute,
      attributeValues: attributeValue,
      refusedFile: refused,
      signal: interrupt.signal,
      onProgress({ share, read, refused: refusedRows, seconds }) {
        const left = share > 0 ? duration((seconds / share) * (1 - share)) : '…';
        const bad = refusedRows > 0 ? `, ${count(refusedRows)} refused` : '';
        line.show(share, `${count(read)} rows${bad}, ${count(read / Math.max(seconds, 0.001))} rows/s, ${left} left`);
      },
    };
    return importResponses(platform, request).finally(() => line.end());
  });

  const { read, recorded, repeated, blank, refusedFile, seconds, stopped, source } = report;
  answer(report, { json }, () =>
    [
      `${count(read)} rows in ${duration(seconds)}: ${count(recorded)} answers recorded, ${count(repeated)} recorded before, ` +
        `${count(blank)} without a score, ${count(report.refused)} refused.`,
      ...(refusedFile ? [`Refused rows, with line, column and reason: ${refusedFile}`] : []),
      ...(source === (mapping.source ?? basename(path))
        ? []
        : [`The same content came in before as "${source}", and keeps that name.`]),
      ...(stopped ? ['Stopped before the end. The same command goes on from here.'] : []),
    ].join('\n'),
  );
  if (stopped) throw new Exit(130);
}

const also = (value: string, before: string[] = []): string[] => [...before, value];

function wholeNumber(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new InvalidArgumentError('It is a whole number.');
  return Number(text);
}

function oneCharacter(text: string): string {
  const character = text === '\\t' || text === 'tab' ? '\t' : text;
  const plain = character.length === 1 && character.charCodeAt(0) < 128;
  if (!plain || '"\r\n'.includes(character)) throw new InvalidArgumentError('It is one plain character, or "tab".');
  return character;
}
