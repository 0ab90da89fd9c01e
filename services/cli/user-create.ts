import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { roleTypes, type RoleType } from '@frankly/contracts/role-types';
import { type Command, Option } from 'commander';
import { answer, companyOption, jsonOption } from './output.ts';

interface Options {
  company: string;
  email: string;
  name: string;
  roleType: RoleType;
  role?: string;
  passwordStdin?: boolean;
  json?: boolean;
}

export function register(program: Command): void {
  program
    .command('user')
    .description('people who sign in')
    .command('create')
    .description('give a person an account')
    .requiredOption(...companyOption)
    .requiredOption('--email <address>', 'what they sign in with')
    .requiredOption('--name <name>', 'their name')
    .addOption(new Option('--role-type <type>', 'what they may see').choices(roleTypes).makeOptionMandatory())
    .option('--role <name>', 'their role as people read it')
    .option('--password-stdin', 'take the password from the first line of standard input; without it, one is made and shown once')
    .option(...jsonOption)
    .addHelpText(
      'after',
      '\nExample:\n  $ npx frankly user create --company acme --email ann@acme.example --name "Ann Lee" --role-type frontline_manager',
    )
    .action(create);
}

async function create({ company: slug, email, name, roleType, role, passwordStdin, json }: Options): Promise<void> {
  const [{ withPlatform, companyNamed, actor }, { registerUser }] = await Promise.all([
    import('./session.ts'),
    import('../identity/accounts.ts'),
  ]);
  const password = passwordStdin ? await firstLine() : randomBytes(12).toString('base64url');
  const account = await withPlatform(async (platform) => {
    const company = await companyNamed(platform, slug);
    const details = { email, name, password, roleType, role: role ?? roleType.replaceAll('_', ' ') };
    return registerUser(platform, company.id, details, actor());
  });
  const made = passwordStdin ? {} : { password };
  answer({ userId: account.userId, email, ...made }, { json }, () =>
    [`${name} can sign in as ${email}.`, ...(passwordStdin ? [] : [`Password, shown only now: ${password}`])].join('\n'),
  );
}

async function firstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line;
  return '';
}
