import './killed-before-rows.ts';
import { betweenProductAndDatabase } from './every-query.ts';

/** The bug: the checkpoint is committed by itself, before the rows. */
betweenProductAndDatabase((text, args, run) => {
  const result = run(...args);
  if (!text.startsWith('update projection_builds set position')) return result;
  return (result as Promise<unknown>).then(async (moved) => {
    await run('commit');
    await run('begin');
    return moved;
  });
});
