import type { Command } from 'commander';
import { answer, jsonOption } from './output.ts';
import { count, duration, ProgressLine } from './progress-line.ts';

export function register(program: Command): void {
  program
    .command('rebuild')
    .description('make read models anew from the log; dashboards answer from the old ones until the new are ready')
    .option('--projection <name>', 'only this one; `frankly status` names them')
    .option(...jsonOption)
    .addHelpText('after', '\nExample:\n  $ npx frankly rebuild --projection feedback_facts')
    .action(rebuildAll);
}

async function rebuildAll({ projection: name, json }: { projection?: string; json?: boolean }): Promise<void> {
  const [{ withPlatform }, { readModelsNamed }, { rebuild }] = await Promise.all([
    import('./session.ts'),
    import('./read-models-named.ts'),
    import('@frankly/projections/engine/rebuild'),
  ]);
  const line = new ProgressLine(json ?? false);
  const projections = await withPlatform(async ({ pool, store }) => {
    const rebuilt: { projection: string; folded: number; seconds: number }[] = [];
    for (const projection of readModelsNamed(name)) {
      const done = await rebuild(projection, {
        pool,
        store,
        onProgress({ folded, rate, position, head, secondsLeft }) {
          const left = secondsLeft === null ? '…' : duration(secondsLeft);
          const share = Number(position) / Math.max(1, Number(head));
          line.show(share, `${projection.name}: ${count(folded)} events, ${count(rate)} events/s, ${left} left`);
        },
      }).finally(() => line.end());
      rebuilt.push({ projection: projection.name, ...done });
      if (!json) process.stderr.write(`${projection.name}: ${count(done.folded)} events in ${done.seconds.toFixed(1)} s\n`);
    }
    return rebuilt;
  });
  answer({ projections }, { json }, () => `Rebuilt ${projections.map(({ projection }) => projection).join(', ')}.`);
}
