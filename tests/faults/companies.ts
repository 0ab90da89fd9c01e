import { createLog } from '@frankly/infra/logging/log';
import { openDatabase } from '@frankly/infra/postgres/database';
import { openPlatform } from '@frankly/services/open-platform';
import { readSettings } from '@frankly/services/settings';
import { publishSurvey } from '@frankly/services/surveys/publish-survey';
import type { CompanyId } from '@frankly/contracts/identity';
import type { RunningProduct } from '../kit/running-product.ts';
import type { LoadCompany } from './load.ts';

/** Two companies far apart on the clock, each with a key and a survey. */
export async function foundCompanies(product: RunningProduct): Promise<LoadCompany[]> {
  const zones = { acme: 'Europe/Amsterdam', bolt: 'Pacific/Auckland' };
  const companies: LoadCompany[] = [];
  for (const [slug, zone] of Object.entries(zones)) {
    const register = ['company', 'create', '--slug', slug, '--name', `${slug} company`, '--time-zone', zone];
    const made = await product.must<{ companyId: string }>(register);
    const { secret } = await product.must<{ secret: string }>(['key', 'create', '--company', slug, '--name', 'Load']);
    companies.push({ slug, companyId: made.companyId, key: secret, survey: `${slug}-visit` });
  }
  await publishSurveys(product, companies);
  return companies;
}

/** No command publishes a survey, so this is the one thing done beside the product's own doors. */
async function publishSurveys(product: RunningProduct, companies: readonly LoadCompany[]): Promise<void> {
  const { secrets, dataDir } = readSettings({ FRANKLY_DATA: product.dataDir, FRANKLY_DEMO: '0' });
  const log = createLog({ level: 'error' });
  const database = await openDatabase({ FRANKLY_DATA: dataDir }, log);
  const platform = await openPlatform({ databaseUrl: database.url, secrets, log });
  try {
    for (const { slug, companyId, survey } of companies) {
      await publishSurvey(
        platform,
        survey,
        {
          questionType: 'nps',
          scale: 10,
          name: 'Visit',
          brand: slug,
          question: 'Would you recommend us?',
          lowLabel: 'No',
          highLabel: 'Yes',
          commentPrompt: 'Why?',
          thanks: 'Thanks!',
          channel: `${slug} page`,
          linkAttributes: ['visit_c'],
        },
        { companyId: companyId as CompanyId, actor: 'system' },
      );
    }
  } finally {
    await platform.close();
    await database.stop();
  }
}
