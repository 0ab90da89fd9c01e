import { once } from 'node:events';
import type { StoredEvent } from '@frankly/infra/event-store/port';
import { START } from '@frankly/contracts/position';
import type { Command } from 'commander';
import type { OpenPlatform } from '../open-platform.ts';
import { companyOption } from './output.ts';

interface Options {
  company: string;
  stream?: string;
  follow?: boolean;
  personal?: boolean;
  json?: boolean;
}

const pageSize = 1_000;

export function register(program: Command): void {
  program
    .command('events')
    .description('the log of a company, oldest first')
    .requiredOption(...companyOption)
    .option('--stream <name>', 'only this stream, e.g. response-a-4711')
    .option('--follow', 'go on with what is appended from now on, until Ctrl+C')
    .option('--personal', 'show names, addresses and comments too; without it they stay sealed')
    .option('--json', 'one JSON object a line')
    .addHelpText('after', '\nExample:\n  $ npx frankly events --company acme --follow')
    .action(events);
}

async function events({ company: slug, stream, follow, personal, json }: Options): Promise<void> {
  const { withPlatform, companyNamed } = await import('./session.ts');
  const interrupt = new AbortController();
  process.once('SIGINT', () => interrupt.abort());
  // `frankly events | head` closes our output early: that is an end, not a failure.
  process.stdout.on('error', () => interrupt.abort());

  await withPlatform(async (platform) => {
    const { id: companyId } = await companyNamed(platform, slug);
    const appended = new Appended(platform);
    let after = START;
    while (!interrupt.signal.aborted) {
      const page = await platform.store.readPage({ after, limit: pageSize, companyId, stream, open: personal });
      if (page.events.length > 0 && !process.stdout.write(page.events.map(json ? asJson : asLine).join(''))) {
        await once(process.stdout, 'drain', { signal: interrupt.signal }).catch(() => undefined);
      }
      const reachedEnd = page.through === after;
      after = page.through;
      if (!reachedEnd) continue;
      if (!follow) break;
      await appended.next(interrupt.signal);
    }
    appended.stop();
  });
}

/** Waits for appends, also for one that came since the last wait. */
class Appended {
  private missed = false;
  private wake: () => void = () => undefined;
  readonly stop: () => void;

  constructor({ store }: OpenPlatform) {
    this.stop = store.onAppended(() => {
      this.missed = true;
      this.wake();
    });
  }

  async next(signal: AbortSignal): Promise<void> {
    if (!this.missed && !signal.aborted) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    }
    this.missed = false;
  }
}

const asJson = (event: StoredEvent): string => `${JSON.stringify(event)}\n`;
const asLine = ({ position, metadata, stream, revision, type, data }: StoredEvent): string =>
  `${Number(position)}  ${metadata.at.toISOString()}  ${metadata.actor}  ${stream}/${revision}  ${type}  ${JSON.stringify(data)}\n`;
