import { betweenProductAndDatabase } from './every-query.ts';

/** The bug: figures are counted over the answers of everybody. */
betweenProductAndDatabase((text, args, run) => {
  const [first, ...rest] = args;
  const everybody = text.replaceAll(/f\.company_id = (\$\d+::uuid)/g, '$1 is not null');
  return typeof first === 'string' ? run(everybody, ...rest) : run(...args);
});
