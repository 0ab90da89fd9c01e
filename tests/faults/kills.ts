import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Chance } from '@frankly/services/demo/chance';
import type { RunningProduct, ServerProcess } from '../kit/running-product.ts';
import { caughtUp } from './catching-up.ts';
import type { Finding } from './finding.ts';
import type { Ledger } from './ledger.ts';
import type { Load } from './load.ts';
import { inspect } from './oracle.ts';

const kinds = ['server', 'database', 'both', 'during start', 'during rebuild'] as const;
type Kind = (typeof kinds)[number];

export interface Campaign {
  product: RunningProduct;
  load: Load;
  ledger: Ledger;
  chance: Chance;
  kills: number;
}

export interface Kill {
  kind: Kind;
  /** How many times something was killed; a start can be interrupted more than once. */
  times: number;
  findings: readonly Finding[];
}

/** Kills at random times while the load goes on; after each one the product comes back, catches up and is inspected. */
export async function killAgainAndAgain(
  campaign: Campaign,
  first: ServerProcess,
  onKill: (kill: Kill, line: string) => void,
): Promise<ServerProcess> {
  const { product, load, ledger, chance, kills } = campaign;
  let server = first;
  for (let [done, strikes] = [0, 0]; done < kills; strikes += 1) {
    // Each kind in turn first, so that none is left out by chance.
    const kind = kinds[strikes] ?? chance.pick(kinds);
    await delay(200 + 1_000 * chance.next());
    const times = await strike(kind, campaign, server);
    done += times;
    const downAt = performance.now();
    const killed = !server.running;
    if (killed) server = await product.start();
    load.urls = [server.url];
    const back = performance.now() - downAt;
    const behind = await caughtUp(product.databaseUrl).catch((error: Error) => {
      throw new Error(`after a kill (${kind}): ${error.message}; server ${server.running ? 'runs' : 'ended'}: ${server.said}`);
    });
    const { findings: seen, events } = await inspect(product.databaseUrl, ledger);
    const findings = server.running ? seen : [...seen, died(server)];
    const verdict = findings.length === 0 ? 'clean' : `${findings.length} findings`;
    onKill(
      { kind, times, findings },
      `kill ${String(done).padStart(3)}/${kills}  ${kind.padEnd(14)}  up after ${seconds(back)}, caught up after ${seconds(behind)}` +
        `  ${String(events).padStart(6)} events  ${verdict}`,
    );
  }
  return server;
}

const died = ({ said }: ServerProcess): Finding => ({ check: 'a server that nobody killed goes on', detail: said.slice(-2_000) });

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`.padStart(6);

/** Returns how many kills it took. */
async function strike(kind: Kind, { product, chance }: Campaign, server: ServerProcess): Promise<number> {
  const killServer = async (one: ServerProcess) => {
    one.signal('SIGKILL');
    await one.ended();
  };
  switch (kind) {
    case 'server':
      await killServer(server);
      return 1;
    case 'database':
      product.killDatabase();
      return 1;
    case 'both':
      product.killDatabase();
      await killServer(server);
      return 1;
    case 'during start': {
      await killServer(server);
      const starting = await product.launch();
      await delay(2_500 * chance.next());
      if (chance.happens(0.5)) product.killDatabase();
      await killServer(starting);
      return 2;
    }
    case 'during rebuild': {
      const rebuilding = product.command(['rebuild', '--projection', chance.pick(['feedback_facts', 'response_details'])]);
      await delay(600 + 1_500 * chance.next());
      const victim = chance.pick(['rebuild', 'database', 'server', 'all'] as const);
      if (victim === 'database' || victim === 'all') product.killDatabase();
      if (victim === 'server' || victim === 'all') await killServer(server);
      if (victim === 'rebuild' || victim === 'all') rebuilding.kill('SIGKILL');
      await exited(rebuilding);
      return 1;
    }
  }
}

async function exited(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await new Promise((resolve) => child.once('exit', resolve));
}
