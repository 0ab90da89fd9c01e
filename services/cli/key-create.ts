import { TZDate } from '@date-fns/tz';
import { invalid } from '@frankly/contracts/errors';
import { type KeyScope, keyScopes } from '@frankly/contracts/permissions';
import { type Command, Option } from 'commander';
import { answer, companyOption, jsonOption } from './output.ts';

export function register(key: Command): void {
  key
    .command('create')
    .description('make a key; its secret is shown once')
    .requiredOption(...companyOption)
    .requiredOption('--name <name>', 'what it is for')
    .addOption(new Option('--scope <scope...>', 'what it may do; everything that keys may do when not said').choices(keyScopes))
    .option('--expires <date>', 'the last day on which it works, e.g. 2027-06-30, or a time such as 2027-06-30T12:00:00Z')
    .option(...jsonOption)
    .addHelpText(
      'after',
      `
Examples:
  $ npx frankly key create --company acme --name "Till in store 12" --scope responses.record
  $ npx frankly key create --company acme --name "Report" --scope responses.view --expires 2027-06-30`,
    )
    .action(create);
}

interface Options {
  company: string;
  name: string;
  scope?: KeyScope[];
  expires?: string;
  json?: boolean;
}

async function create({ company: slug, name, scope: scopes, expires, json }: Options): Promise<void> {
  const [{ withPlatform, companyNamed, actor }, { createApiKey }] = await Promise.all([
    import('./session.ts'),
    import('../identity/api-keys.ts'),
  ]);
  const { keyId, secret } = await withPlatform(async (platform) => {
    const company = await companyNamed(platform, slug);
    const expiresAt = expires === undefined ? null : endOf(expires, company.timeZone);
    return createApiKey(platform, company.id, name, actor(), { scopes, expiresAt });
  });
  answer({ keyId, name, secret }, { json }, () =>
    [
      `Key ${keyId} is made. Its secret, shown only now:`,
      secret,
      `Send it as: Authorization: Bearer ${secret.slice(0, 9)}…`,
    ].join('\n'),
  );
}

/** A day ends where the company is; a time is taken at its word. @throws DomainError invalid_input */
function endOf(expires: string, timeZone: string): Date {
  const day = /^(\d{4})-(\d\d)-(\d\d)$/.exec(expires)?.slice(1).map(Number);
  const end = day ? new TZDate(day[0]!, day[1]! - 1, day[2]! + 1, timeZone) : new Date(expires);
  if (Number.isNaN(end.getTime())) throw invalid({ path: '--expires', message: 'A date looks like 2027-06-30.' });
  return new Date(end.getTime());
}
