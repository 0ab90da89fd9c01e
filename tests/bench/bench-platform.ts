import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CompanyId } from '@frankly/contracts/identity';
import type { Append } from '@frankly/infra/event-store/port';
import { createLog } from '@frankly/infra/logging/log';
import { startEmbedded } from '@frankly/infra/postgres/embedded';
import { migrate } from '@frankly/infra/postgres/migrations';
import { openPlatform, type OpenPlatform } from '@frankly/services/open-platform';
import type { Secrets } from '@frankly/services/settings';

export interface BenchPlatform extends OpenPlatform {
  url: string;
  secrets: Secrets;
}

/** The product on an embedded server of its own, flushed to disk like in earnest, gone afterwards. */
export async function withPlatform<T>(work: (platform: BenchPlatform) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'frankly-bench-'));
  const log = createLog({ level: 'error' });
  const database = await startEmbedded({ dataDir: path.join(folder, 'postgres'), log });
  const secrets = { masterKey: randomBytes(32), sessionSecret: randomBytes(32).toString('base64') };
  try {
    await migrate(database.url);
    const platform = await openPlatform({ databaseUrl: database.url, secrets, log });
    try {
      return await work({ ...platform, url: database.url, secrets });
    } finally {
      await platform.close();
    }
  } finally {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const channels = ['store', 'online', 'phone', 'delivery', 'chat'];
const day = 86_400_000;

/** An answer as a shop's till would send it; the same for the same `n`. Without personal fields. */
export const answerAppend = (companyId: CompanyId, n: number): Append => {
  const responseId = `bench-${n}`;
  return {
    companyId,
    stream: `response-${responseId}`,
    expected: 0,
    commandId: `bench-${companyId}-${n}`,
    metadata: {
      actor: 'key:bench',
      correlationId: `bench-${n >> 8}`,
      causationId: `bench-${n}`,
      at: new Date(1_790_000_000_000 + n),
    },
    events: [
      {
        type: 'AnswerRecorded',
        data: {
          responseId,
          questionType: 'nps',
          scale: 10,
          score: (n * 7919) % 11,
          answeredAt: new Date(1_727_000_000_000 + ((n * 104_729) % 730) * day).toISOString(),
          source: 'api',
          channel: channels[n % 5]!,
          servedBy: `Staff ${(n * 31) % 300}`,
          attributes: { region_c: `Region ${n % 8}`, store_c: `Store ${n % 60}`, product_c: `Product ${(n * 13) % 40}` },
        },
      },
    ],
  };
};

export async function registerBenchCompany({ store }: OpenPlatform, companyId = randomUUID() as CompanyId): Promise<CompanyId> {
  const at = new Date();
  await store.append({
    companyId,
    stream: `company-${companyId}`,
    expected: 0,
    commandId: `bench-company-${companyId}`,
    metadata: { actor: 'system', correlationId: 'bench', causationId: 'bench', at },
    events: [
      {
        type: 'CompanyRegistered',
        data: { companyId, slug: `bench-${companyId.slice(0, 8)}`, name: 'Bench', timeZone: 'Europe/Amsterdam' },
      },
      ...['region_c', 'store_c', 'product_c'].map((name, index) => ({
        type: 'AttributeDefined',
        data: { name, label: name, slot: index + 1 },
      })),
    ],
  });
  return companyId;
}
