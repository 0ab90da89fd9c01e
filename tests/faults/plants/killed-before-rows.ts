import { betweenProductAndDatabase } from './every-query.ts';

/** Dies when the rows of a page are about to be written, after some that were. */
let pages = 0;
betweenProductAndDatabase((text, args, run) => {
  if (text.startsWith('copy feedback_facts_') && (pages += 1) > 5) process.kill(process.pid, 'SIGKILL');
  return run(...args);
});
