import { buildWeb, main } from './setup.mjs';

await main(buildWeb);
