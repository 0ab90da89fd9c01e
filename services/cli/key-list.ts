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
  const [{ withPlatform, companyNamed }, { apiKeysOf, keyState }] = await Promise.all([
    import('./session.ts'),
    import('@frankly/projections/identity/api-keys'),
  ]);
  const found = await withPlatform(async (platform) => {
    const { id } = await companyNamed(platform, slug);
    await platform.engine.catchUp();
    const now = platform.clock.now();
    return (await apiKeysOf(platform.read, id)).map((key) => ({ ...key, state: keyState(key, now) }));
  });
  const keys = found.map(({ expiresAt, ...key }) => ({ ...key, expiresAt: expiresAt?.toISOString() ?? null }));
  answer({ keys }, { json }, () =>
    keys.length === 0
      ? 'There is no key yet. To make one: npx frankly key create --company … --name …'
      : table(
          ['KEY', 'NAME', 'SECRET', 'MAY', 'UNTIL', 'STATE'],
          keys.map(({ id, name, prefix, scopes, expiresAt, state }) => [
            id,
            name,
            `${prefix}…`,
            scopes.join(', '),
            expiresAt ?? '',
            state,
          ]),
        ),
  );
}
