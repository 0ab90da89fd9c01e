import type { Command } from 'commander';
import { answer, companyOption, jsonOption } from './output.ts';

export function register(key: Command): void {
  key
    .command('create')
    .description('make a key; its secret is shown once')
    .requiredOption(...companyOption)
    .requiredOption('--name <name>', 'what it is for')
    .option(...jsonOption)
    .addHelpText('after', '\nExample:\n  $ npx frankly key create --company acme --name "Till in store 12"')
    .action(create);
}

async function create({ company: slug, name, json }: { company: string; name: string; json?: boolean }): Promise<void> {
  const [{ withPlatform, companyNamed, actor }, { createApiKey }] = await Promise.all([
    import('./session.ts'),
    import('../identity/api-keys.ts'),
  ]);
  const { keyId, secret } = await withPlatform(async (platform) => {
    const company = await companyNamed(platform, slug);
    return createApiKey(platform, company.id, name, actor());
  });
  answer({ keyId, name, secret }, { json }, () =>
    [
      `Key ${keyId} is made. Its secret, shown only now:`,
      secret,
      `Send it as: Authorization: Bearer ${secret.slice(0, 9)}…`,
    ].join('\n'),
  );
}
