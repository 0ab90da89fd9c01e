import type { Command } from 'commander';
import { answer, companyOption, jsonOption } from './output.ts';

export function register(program: Command): void {
  program
    .command('domain')
    .description('mail domains of companies')
    .command('verify')
    .description('take a domain as proven, when its owner showed it otherwise than by DNS')
    .argument('<domain>', 'as the company added it')
    .requiredOption(...companyOption)
    .option(...jsonOption)
    .addHelpText('after', '\nExample:\n  $ npx frankly domain verify northwind.example --company northwind')
    .action(verify);
}

async function verify(domain: string, { company: slug, json }: { company: string; json?: boolean }): Promise<void> {
  const [{ withPlatform, companyNamed, actor }, { companySecurity }, { handle }] = await Promise.all([
    import('./session.ts'),
    import('../security/company-security.ts'),
    import('../handle.ts'),
  ]);
  const { repeated } = await withPlatform(async (platform) => {
    const { id: companyId } = await companyNamed(platform, slug);
    const command = { type: 'VerifyDomain', companyId, domain: domain.trim().toLowerCase(), by: 'operator' } as const;
    return handle(platform, companySecurity, command, { companyId, actor: actor() });
  });
  const verified = `${domain} is proven to be of ${slug}`;
  answer({ domain, verified: true, repeated }, { json }, () => (repeated ? `${verified} since before.` : `${verified}.`));
}
