import { everything } from '@frankly/contracts/data-scope';
import type { Command } from 'commander';
import { answer, companyOption, jsonOption } from './output.ts';

export function register(program: Command): void {
  program
    .command('void')
    .description('take an answer out of every figure; it stays in the history')
    .argument('<answer>', 'the id of the answer')
    .requiredOption(...companyOption)
    .requiredOption('--reason <text>', 'why, for the history')
    .option(...jsonOption)
    .addHelpText('after', '\nExample:\n  $ npx frankly void a-4711 --company acme --reason "A test, not a customer"')
    .action(voidOne);
}

async function voidOne(
  id: string,
  { company: slug, reason, json }: { company: string; reason: string; json?: boolean },
): Promise<void> {
  const [{ withPlatform, companyNamed, actor }, { voidAnswer }] = await Promise.all([
    import('./session.ts'),
    import('../responses/change-answer.ts'),
  ]);
  const { position, repeated } = await withPlatform(async (platform) => {
    const company = await companyNamed(platform, slug);
    return voidAnswer(platform, id, reason, { companyId: company.id, actor: actor(), scope: everything });
  });
  answer({ id, position, repeated }, { json }, () => (repeated ? `${id} was void before.` : `${id} is void.`));
}
