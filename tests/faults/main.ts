import { parseArgs } from 'node:util';
import { chance } from '@frankly/services/demo/chance';
import { RunningProduct } from '../kit/running-product.ts';
import { caughtUp } from './catching-up.ts';
import { foundCompanies } from './companies.ts';
import { checkFigures } from './figures.ts';
import { type Finding, tell } from './finding.ts';
import { killAgainAndAgain } from './kills.ts';
import { Ledger } from './ledger.ts';
import { Load } from './load.ts';
import { inspect } from './oracle.ts';
import { provePlantedBugsAreCaught } from './planted.ts';
import { poisonTheLog } from './poison.ts';
import { Report } from './report.ts';
import { stopTheProjector } from './stale-projector.ts';

const { values: options } = parseArgs({
  options: {
    kills: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    clients: { type: 'string', default: '12' },
    /** Only the planted bugs. */
    planted: { type: 'boolean', default: false },
  },
});
const seed = Number(options.seed);
const report = new Report();
console.log(`npm run faults -- --kills ${options.kills} --seed ${seed}\n`);
if (!options.planted) await tried('kills', killed);
await tried('planted bugs', () => provePlantedBugsAreCaught(report, chance(seed + 2)));
process.exitCode = report.print() ? 0 : 1;

/** What breaks off has failed, and the rest is tried all the same. */
async function tried(what: string, trial: () => Promise<void>): Promise<void> {
  await trial().catch((error: Error) => report.add(`${what} to the end`, false, error.stack ?? error.message));
}

/** Kill -9 of everything at random times under load; then every figure, and the product's own verdict. */
async function killed(): Promise<void> {
  const product = await RunningProduct.create();
  try {
    const companies = await foundCompanies(product);
    const ledger = new Ledger();
    const load = new Load(ledger, companies, chance(seed));
    const first = await product.start();
    await caughtUp(product.databaseUrl);
    load.urls = [first.url];
    load.start({ clients: Number(options.clients), pauseMs: 20 });

    const outcomes = new Map<string, { kills: number; findings: Finding[] }>();
    const campaign = { product, load, ledger, chance: chance(seed + 1), kills: Number(options.kills) };
    const server = await killAgainAndAgain(campaign, first, ({ kind, times, findings }, line) => {
      console.log(line);
      for (const one of tell(findings)) console.log(`    ${one}`);
      const before = outcomes.get(kind) ?? { kills: 0, findings: [] };
      outcomes.set(kind, { kills: before.kills + times, findings: [...before.findings, ...findings] });
    });
    for (const [kind, { kills, findings }] of outcomes) report.clean(`kill -9: ${kind}`, findings, `${kills} kills, all clean`);

    const stale = await stopTheProjector(product, server, load, ledger);
    await load.stop();
    await caughtUp(product.databaseUrl);
    const { findings, logged, events } = await inspect(product.databaseUrl, ledger);
    report.clean('a projector stopped for seconds, its lead taken over', stale);
    report.clean('log and read models at the end', findings, `${events} events, ${ledger.size} answers sent, recounted`);
    report.clean('every figure of the API', await checkFigures(server.url, companies, ledger, logged), 'as the ledger counts');
    const { deliveries, duplicated, retried, unknown } = load.counts;
    report.add(
      '10 % duplicate deliveries',
      duplicated >= deliveries / 10 && findings.length === 0,
      `${duplicated} of ${deliveries} sent twice, ${retried} retries, ${unknown} given up`,
    );
    await askTheProduct(product, 'at the end');
    await poisonTheLog(product, companies[0]!, ledger, report);
    await askTheProduct(product, 'after poison, fix and replay');
  } finally {
    await product.dispose();
  }
}

/** `frankly verify` has to come to the same verdict: both hashes of every read model are equal. */
async function askTheProduct(product: RunningProduct, when: string): Promise<void> {
  const { code, answer, stderr } = await product.run(['verify']);
  const { projections = [] } = (answer ?? {}) as { projections?: { projection: string; live: string; log: string }[] };
  const differing = projections.filter(({ live, log }) => live !== log).map(({ projection }) => projection);
  const equal = code === 0 && projections.length > 0 && differing.length === 0;
  report.add(
    `frankly verify ${when}`,
    equal,
    equal ? `${projections.length} read models, equal hashes` : `${differing.join()} ${stderr}`,
  );
}
