import type { Command } from 'commander';
import { Exit } from './failure.ts';
import { answer, jsonOption } from './output.ts';

export function register(program: Command): void {
  program
    .command('verify')
    .description('fold the log from its beginning and compare with what the dashboards read')
    .option('--projection <name>', 'only this one; `frankly status` names them')
    .option(...jsonOption)
    .addHelpText(
      'after',
      `
Example:
  $ npx frankly verify

Prints two SHA-256 hashes per read model: of its rows as they are, and of those that the log gives. The exit code is 1
when any two differ; \`frankly rebuild\` then makes the read model anew.`,
    )
    .action(verifyAll);
}

async function verifyAll({ projection: name, json }: { projection?: string; json?: boolean }): Promise<void> {
  const [{ withPlatform }, { readModelsNamed }, { verify }] = await Promise.all([
    import('./session.ts'),
    import('./read-models-named.ts'),
    import('@frankly/projections/engine/verify'),
  ]);
  const verdicts = await withPlatform(async (platform) => {
    await platform.engine.catchUp();
    const found: Awaited<ReturnType<typeof verify>>[] = [];
    for (const projection of readModelsNamed(name)) found.push(await verify(projection, platform));
    return found;
  });
  answer({ projections: verdicts }, { json }, () =>
    verdicts
      .map(({ projection, version, position, live, log, equal }) =>
        [
          `${equal ? 'equal ' : 'DIFFER'}  ${projection} ${version} at ${Number(position)}`,
          `        live ${live}`,
          `        log  ${log}`,
        ].join('\n'),
      )
      .join('\n'),
  );
  if (verdicts.some(({ equal }) => !equal)) throw new Exit(1);
}
