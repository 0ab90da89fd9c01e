import { everything } from '@frankly/contracts/data-scope';
import { type Command, InvalidArgumentError } from 'commander';
import { answer, companyOption, jsonOption } from './output.ts';

interface Options {
  company: string;
  score?: number;
  comment?: string;
  reason: string;
  json?: boolean;
}

export function register(program: Command): void {
  program
    .command('correct')
    .description('replace the score or the comment of an answer; the first one stays in its history')
    .argument('<answer>', 'the id of the answer')
    .requiredOption(...companyOption)
    .option('--score <n>', 'the right score', toNumber)
    .option('--comment <text>', 'the right comment')
    .requiredOption('--reason <text>', 'why, for the history')
    .option(...jsonOption)
    .addHelpText('after', '\nExample:\n  $ npx frankly correct a-4711 --company acme --score 9 --reason "Typed 6 by mistake"')
    .action(correct);
}

async function correct(id: string, { company: slug, score, comment, reason, json }: Options): Promise<void> {
  const [{ withPlatform, companyNamed, actor }, { correctAnswer }] = await Promise.all([
    import('./session.ts'),
    import('../responses/change-answer.ts'),
  ]);
  const { position, repeated } = await withPlatform(async (platform) => {
    const company = await companyNamed(platform, slug);
    return correctAnswer(platform, id, { score, comment, reason }, { companyId: company.id, actor: actor(), scope: everything });
  });
  answer({ id, position, repeated }, { json }, () => (repeated ? `${id} says so already.` : `${id} is corrected.`));
}

function toNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || Number.isNaN(value)) throw new InvalidArgumentError('It is a number.');
  return value;
}
