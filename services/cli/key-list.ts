import type { Command } from 'commander';
import { answer, companyOption, jsonOption, table } from './output.ts';

export function register(key: Command): void {
  key
    .command('list')
    .description('the keys of a company')
    .requiredOption(...companyOption)
    .option(...jsonOption)
    .addHelpText('after', '\nExample:\n  $ npx frankly key list --company acme')
    .action(list);
}

async function list({ company: slug, json }: { company: string; json?: boolean }): Promise<void> {
  const [{ withPlatform, companyNamed }, { apiKeysOf }] = await Promise.all([
    import('./session.ts'),
    import('@frankly/projections/identity/api-keys'),
  ]);
  const keys = await withPlatform(async (platform) => {
    const { id } = await companyNamed(platform, slug);
    await platform.engine.catchUp();
    return apiKeysOf(platform.read, id);
  });
  answer({ keys }, { json }, () =>
    keys.length === 0
      ? 'There is no key yet. To make one: npx frankly key create --company … --name …'
      : table(
          ['KEY', 'NAME', 'SECRET', 'STATE'],
          keys.map(({ id, name, prefix, revoked }) => [id, name, `${prefix}…`, revoked ? 'revoked' : 'works']),
        ),
  );
}
