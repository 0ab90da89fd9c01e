import type { Command } from 'commander';
import { answer, jsonOption } from './output.ts';

interface Options {
  slug: string;
  name: string;
  timeZone: string;
  json?: boolean;
}

export function register(program: Command): void {
  program
    .command('company')
    .description('companies')
    .command('create')
    .description('register a company')
    .requiredOption('--slug <slug>', 'its short name: lowercase letters, digits and dashes')
    .requiredOption('--name <name>', 'its name as people read it')
    .requiredOption('--time-zone <zone>', 'where its days begin, e.g. Europe/Amsterdam')
    .option(...jsonOption)
    .addHelpText('after', '\nExample:\n  $ npx frankly company create --slug acme --name "Acme" --time-zone Europe/Amsterdam')
    .action(create);
}

async function create({ slug, name, timeZone, json }: Options): Promise<void> {
  const [{ withPlatform, actor }, { registerCompany }] = await Promise.all([
    import('./session.ts'),
    import('../identity/register-company.ts'),
  ]);
  const { companyId } = await withPlatform((platform) => registerCompany(platform, { slug, name, timeZone }, actor()));
  answer({ companyId, slug, name, timeZone }, { json }, () => `${name} is registered as ${slug} (${companyId}).`);
}
