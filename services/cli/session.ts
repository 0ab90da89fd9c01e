import { userInfo } from 'node:os';
import { companyEvents, type CompanyId } from '@frankly/contracts/identity';
import { DomainError } from '@frankly/contracts/errors';
import { createLog } from '@frankly/infra/logging/log';
import { openDatabase } from '@frankly/infra/postgres/database';
import { company } from '../identity/company.ts';
import { companyIdOf } from '../identity/register-company.ts';
import { openPlatform, type OpenPlatform } from '../open-platform.ts';
import { readSettings } from '../settings.ts';

/** Opens what the server stands on, works, and lets go of it again. */
export async function withPlatform<T>(work: (platform: OpenPlatform) => Promise<T>): Promise<T> {
  const settings = readSettings(process.env);
  const log = createLog({ level: 'warn', pretty: true });
  const database = await openDatabase({ DATABASE_URL: settings.databaseUrl, FRANKLY_DATA: settings.dataDir }, log);
  try {
    const platform = await openPlatform({ databaseUrl: database.url, secrets: settings.secrets, log });
    try {
      return await work(platform);
    } finally {
      await platform.close();
    }
  } finally {
    await database.stop();
  }
}

/** Who types. */
export const actor = (): string => `cli:${userInfo().username}`;

export interface KnownCompany {
  id: CompanyId;
  slug: string;
  name: string;
  timeZone: string;
}

/** Read from the log itself, so that a company that was made a moment ago is found. @throws DomainError company_unknown */
export async function companyNamed(platform: OpenPlatform, slug: string): Promise<KnownCompany> {
  const id = companyIdOf(platform, slug);
  const [registered] = await platform.store.readStream(id, company.stream({ companyId: id, slug, name: '', timeZone: '' }));
  if (!registered) {
    const make = `npx frankly company create --slug ${slug} --name "…" --time-zone Europe/Amsterdam`;
    throw new DomainError('company_unknown', [{ path: '--company', message: `Nobody registered "${slug}". To do it: ${make}` }]);
  }
  const { name, timeZone } = companyEvents.CompanyRegistered.schema.parse(registered.data);
  return { id, slug, name, timeZone };
}
