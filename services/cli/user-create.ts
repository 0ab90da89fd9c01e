import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import type { Team } from '@frankly/contracts/data-scope';
import { DomainError } from '@frankly/contracts/errors';
import { roleTypes, type RoleType } from '@frankly/contracts/role-types';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { answer, companyOption, jsonOption } from './output.ts';

interface Options {
  company: string;
  email: string;
  name: string;
  roleType?: RoleType;
  role?: string;
  roleId?: string;
  team?: Team;
  servedBy?: string;
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
    .addOption(new Option('--role-type <type>', 'what they may see; not needed with --role-id').choices(roleTypes))
    .option('--role <name>', 'their role as people read it')
    .option('--role-id <id>', 'the role whose permissions they have, e.g. admin; without it, the usual one of their type')
    .option('--team <attribute=value>', 'where they belong, once per level, e.g. --team region_c=North', collectTeam)
    .option('--served-by <name>', 'the name by which answers say that they served')
    .option('--password-stdin', 'take the password from the first line of standard input; without it, one is made and shown once')
    .option(...jsonOption)
    .addHelpText(
      'after',
      `
Examples:
  $ npx frankly user create --company acme --email ann@acme.example --name "Ann Lee" --role-type frontline_manager \\
      --team region_c=North --team store_c=Haarlem
  $ npx frankly user create --company acme --email jo@acme.example --name "Jo Diaz" --role-id admin`,
    )
    .action(create);
}

function collectTeam(pair: string, before: Team = {}): Team {
  const split = pair.indexOf('=');
  if (split < 1 || split === pair.length - 1) throw new InvalidArgumentError('A team looks like region_c=North.');
  return { ...before, [pair.slice(0, split)]: pair.slice(split + 1) };
}

async function create({ company: slug, passwordStdin, json, ...person }: Options): Promise<void> {
  const [{ withPlatform, companyNamed, actor }, { registerUser }, { refuseOtherLevels, hierarchyOf }, { rolesOf }] =
    await Promise.all([
      import('./session.ts'),
      import('../identity/accounts.ts'),
      import('../people/hierarchy.ts'),
      import('@frankly/projections/identity/roles'),
    ]);
  const { email, name, team, servedBy } = person;
  const password = passwordStdin ? await firstLine() : randomBytes(12).toString('base64url');
  const account = await withPlatform(async (platform) => {
    const { id } = await companyNamed(platform, slug);
    await platform.engine.catchUp();
    const roleId = person.roleId ?? person.roleType;
    const role = (await rolesOf(platform.read, id)).find((one) => one.id === roleId);
    if (!role) throw new DomainError('role_unknown', [{ path: '--role-id', message: 'Name a role, or a --role-type.' }]);
    if (person.roleType && person.roleType !== role.roleType)
      throw new DomainError('invalid_input', [
        { path: '--role-type', message: `The role ${role.id} is one of ${role.roleType}.` },
      ]);
    const { levels, attributes } = await hierarchyOf(platform, id);
    // Until there are levels, somebody may be placed by any attribute: teams of answers are known by the attributes alone.
    refuseOtherLevels(team ?? {}, levels.length > 0 ? levels : [...attributes.keys()]);
    const held = { roleType: role.roleType, roleId: role.id, role: person.role ?? role.name };
    return registerUser(platform, id, { email, name, password, ...held, team, servedBy }, actor());
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
