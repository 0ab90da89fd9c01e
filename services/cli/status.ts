import type { Command } from 'commander';
import { answer, jsonOption, table } from './output.ts';

export function register(program: Command): void {
  program
    .command('status')
    .description('how far every read model is, and what is parked')
    .option(...jsonOption)
    .addHelpText('after', '\nExample:\n  $ npx frankly status')
    .action(status);
}

async function status({ json }: { json?: boolean }): Promise<void> {
  const { withPlatform } = await import('./session.ts');
  const projections = await withPlatform((platform) => platform.engine.status());
  answer({ projections }, { json }, () => {
    const rows = projections.map(({ projection, version, liveVersion, position, lag, parked }) => [
      projection,
      liveVersion === version ? String(version) : `${liveVersion}, ${version} to be built`,
      Number(position),
      lag,
      parked,
    ]);
    return table(['READ MODEL', 'VERSION', 'POSITION', 'LAG', 'PARKED'], rows);
  });
}
