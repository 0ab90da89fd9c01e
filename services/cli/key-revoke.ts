import type { Command } from 'commander';
import { answer, companyOption, jsonOption } from './output.ts';

export function register(key: Command): void {
  key
    .command('revoke')
    .description('make a key useless, for ever')
    .argument('<key>', 'its id; `frankly key list` shows it')
    .requiredOption(...companyOption)
    .option(...jsonOption)
    .addHelpText('after', '\nExample:\n  $ npx frankly key revoke 6f1c… --company acme')
    .action(revoke);
}

async function revoke(keyId: string, { company: slug, json }: { company: string; json?: boolean }): Promise<void> {
  const [{ withPlatform, companyNamed, actor }, { revokeApiKey }] = await Promise.all([
    import('./session.ts'),
    import('../identity/api-keys.ts'),
  ]);
  await withPlatform(async (platform) => {
    const company = await companyNamed(platform, slug);
    await revokeApiKey(platform, company.id, keyId, actor());
  });
  answer({ keyId, revoked: true }, { json }, () => `Key ${keyId} is revoked.`);
}
