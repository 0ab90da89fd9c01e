import type { Command } from 'commander';
import { answer, companyOption, jsonOption } from './output.ts';

interface Options {
  company: string;
  mobile?: boolean;
  reason: string;
  json?: boolean;
}

export function register(program: Command): void {
  program
    .command('forget')
    .description('forget who a contact is and what they wrote, for ever; their scores stay')
    .argument('<contact>', 'an e-mail address, or the id under which answers name the contact')
    .requiredOption(...companyOption)
    .option('--mobile', 'the contact is a mobile number')
    .requiredOption('--reason <text>', 'why, for the history: without any name')
    .option(...jsonOption)
    .addHelpText('after', '\nExample:\n  $ npx frankly forget ann@example.org --company acme --reason "Asked for it, ticket 812"')
    .action(forget);
}

async function forget(contact: string, { company: slug, mobile, reason, json }: Options): Promise<void> {
  const [{ withPlatform, companyNamed, actor }, { forgetContact }] = await Promise.all([
    import('./session.ts'),
    import('../responses/forget-contact.ts'),
  ]);
  const identity = mobile ? { mobile: contact } : contact.includes('@') ? { email: contact } : { id: contact };
  const { position, repeated } = await withPlatform(async (platform) => {
    const company = await companyNamed(platform, slug);
    return forgetContact(platform, company.id, identity, reason, actor());
  });
  answer({ position, repeated }, { json }, () => (repeated ? 'The contact was forgotten before.' : 'The contact is forgotten.'));
}
