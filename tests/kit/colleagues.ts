import { randomUUID } from 'node:crypto';
import type { Team } from '@frankly/contracts/data-scope';
import type { CompanyId } from '@frankly/contracts/identity';
import type { Permission } from '@frankly/contracts/permissions';
import type { RoleType } from '@frankly/contracts/role-types';
import type { DomainEvent } from '@frankly/infra/event-store/port';
import { registerUser } from '@frankly/services/identity/accounts';
import type { TestApp } from './test-app.ts';

export interface Colleague {
  userId: string;
  email: string;
  password: string;
  /** Header of calls in their session. */
  session: { cookie: string };
}

export interface ColleagueDetails {
  name: string;
  roleType: RoleType;
  roleId?: string;
  team?: Team;
  servedBy?: string;
  /** Makes a role of these for them. */
  permissions?: readonly Permission[];
  email?: string;
}

/** Puts a fact into the log, whoever would have to decide it. */
export async function happened(t: TestApp, companyId: CompanyId, stream: string, ...events: DomainEvent[]): Promise<void> {
  const commandId = randomUUID();
  const metadata = { actor: 'system', correlationId: commandId, causationId: commandId, at: t.clock.now() };
  await t.projected(
    await t.platform.store
      .append({ companyId, stream, expected: 'any', commandId, events, metadata })
      .then(({ position }) => position),
  );
}

/** Attributes and the levels of teams, from the widest. */
export const withLevels = (
  t: TestApp,
  companyId: CompanyId,
  levels: readonly string[] = ['region_c', 'store_c'],
): Promise<void> =>
  happened(
    t,
    companyId,
    `company-${companyId}`,
    ...levels.map((name, index) => ({ type: 'AttributeDefined', data: { name, label: name, slot: index + 1 } })),
    { type: 'TeamHierarchyDefined', data: { levels: [...levels] } },
  );

export async function signIn(t: TestApp, account: { email: string; password: string }): Promise<{ cookie: string }> {
  const { email, password } = account;
  const reply = await t.app.inject({ method: 'POST', url: '/ajax/login', payload: { email, password } });
  const session = reply.cookies.find(({ name }) => name === 'frankly');
  if (!session) throw new Error(`${email} could not sign in: ${reply.body}`);
  return { cookie: `frankly=${session.value}` };
}

/** Somebody of this company, signed in. */
export async function colleague(
  t: TestApp,
  company: { companyId: CompanyId; slug: string },
  details: ColleagueDetails,
): Promise<Colleague> {
  const {
    name,
    roleType,
    permissions,
    team,
    servedBy,
    email = `${name.toLowerCase().replaceAll(' ', '.')}@${company.slug}.example`,
  } = details;
  const roleId = permissions ? randomUUID() : details.roleId;
  if (permissions) {
    const role = { roleId, name: `Role of ${name}`, roleType, permissions: [...permissions] };
    await happened(t, company.companyId, `role-${roleId}`, { type: 'RoleDefined', data: role });
  }
  const account = { email, password: 'long enough words' };
  const person = { ...account, name, roleType, role: 'Somebody', team, servedBy, ...(roleId ? { roleId } : {}) };
  const { userId, position } = await registerUser(t.platform, company.companyId, person, 'system');
  await t.projected(position);
  return { userId, ...account, session: await signIn(t, account) };
}

/** A call, and what came back. */
export const calling =
  (t: TestApp) =>
  async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, headers: Record<string, string>, payload?: object) => {
    const reply = await t.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
    return { status: reply.statusCode, text: reply.body, body: reply.body.startsWith('{') ? reply.json() : null };
  };
