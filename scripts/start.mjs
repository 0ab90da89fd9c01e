import { buildWeb, install, main } from './setup.mjs';

await main(async () => {
  install();
  buildWeb();
  // In this very process, so that signals and the exit code are the server's own.
  const { register } = await import('tsx/esm/api');
  register();
  await import('../services/main.ts');
});
