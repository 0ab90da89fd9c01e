import { getAudit } from '@frankly/contracts/audit';
import { mayManage, type Team } from '@frankly/contracts/data-scope';
import { DomainError, invalid } from '@frankly/contracts/errors';
import { auditKinds } from '@frankly/projections/audit/audit-kinds';
import { auditTrail, type Place } from '@frankly/projections/audit/audit-trail';
import { companyById } from '@frankly/projections/identity/companies';
import type { FastifyPluginAsync } from 'fastify';
import type { Caller } from '../http/authentication.ts';
import type { Bind } from '../http/binder.ts';
import type { Platform } from '../platform.ts';
import { actorInWords, personInWords } from './names.ts';
import { startOfDay } from './start-of-day.ts';

const pageSize = 50;

export const auditRoutes =
  ({ platform, bind }: { platform: Platform; bind: Bind }): FastifyPluginAsync =>
  async (app) => {
    const { on } = bind(app, 'People');

    on(getAudit, async ({ query, caller }) => {
      const { read } = platform;
      const { kind, from, to, page } = query;
      const after = page === undefined ? undefined : placeIn(page);
      const person = query.person?.replace(/^user:/, '');
      const kinds = [...auditKinds];
      const nothing = { entries: [], kinds, nextPage: null };
      // PostgreSQL cannot hold NUL, so there is nobody with such an id.
      if ((kind !== undefined && !kinds.some((known) => known === kind)) || person?.includes('\0')) return nothing;

      const [company, people] = await Promise.all([companyById(read, caller.companyId), peopleBelow(platform, caller)]);
      if (!company) throw new DomainError('unavailable');
      const found = await auditTrail(read, {
        companyId: caller.companyId,
        person,
        kind,
        from: from === undefined ? undefined : startOfDay(from, company.timeZone),
        before: to === undefined ? undefined : startOfDay(to, company.timeZone, 1),
        after,
        people,
        limit: pageSize + 1,
      });
      const shown = found.slice(0, pageSize);
      const last = shown.at(-1);
      return {
        entries: shown.map(({ id, at, kind: what, actor, actorName, userId, userName, details }) => ({
          id,
          at: new Date(at).toISOString(),
          kind: what,
          actor: { id: actor, name: actorInWords(actor, actorName) },
          person: userId === null ? null : { id: userId, name: personInWords(userName) },
          details,
        })),
        kinds,
        nextPage: found.length > pageSize && last ? pageAfter(last) : null,
      };
    });
  };

/** Whom the caller may read about: themselves and who is below them, or null for everybody. */
async function peopleBelow({ read }: Platform, { companyId, scope, userId }: Caller): Promise<readonly string[] | null> {
  if (scope.kind === 'all') return null;
  const own = userId === null ? [] : [userId];
  if (scope.kind === 'own') return own;
  const people = await read.query<{ id: string; team: Team }>(
    `select user_id as id, team::json as team from ${read.table('users')} where company_id = $1`,
    [companyId],
  );
  return [...new Set([...own, ...people.filter(({ team }) => mayManage(scope, team)).map(({ id }) => id)])];
}

const pageAfter = ({ at, position }: Place): string => Buffer.from(`${at}/${position}`).toString('base64url');

function placeIn(page: string): Place {
  const [, at, position] = /^(\d{1,15})\/(\d{1,18})$/.exec(Buffer.from(page, 'base64url').toString()) ?? [];
  if (at === undefined || position === undefined) {
    throw invalid({ path: 'page', message: 'A page is the nextPage of the reply before.' });
  }
  return { at: Number(at), position };
}
