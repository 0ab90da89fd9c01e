import type { DataScope } from '@frankly/contracts/data-scope';
import type { FeedbackQuery, FeedbackReply } from '@frankly/contracts/feedback';
import type { CompanyId } from '@frankly/contracts/identity';
import { type FeedbackQueries, feedbackReadModels } from '@frankly/projections/feedback/query-port';
import { rounded } from '@frankly/projections/feedback/rounded';
import type { Platform } from '../platform.ts';

/** How long a query waits for the position it asks for. */
const patienceMs = 2_000;

/** The reply to a question, whoever asks: waits for the position it names, and rounds at the edge. @throws DomainError */
export async function answerQuery(
  { progress, clock }: Pick<Platform, 'progress' | 'clock'>,
  queries: FeedbackQueries,
  { companyId, scope }: { companyId: CompanyId; scope: DataScope },
  query: FeedbackQuery,
): Promise<FeedbackReply> {
  const { atLeast } = query;
  const there = atLeast === undefined || (await progress.waitFor(feedbackReadModels, atLeast, patienceMs));
  const today = await queries.today(companyId, clock.now());
  const { data, provenance } = await queries.ask(companyId, scope, query, today);
  return { data: rounded(data, query.digits), provenance: { ...provenance, stale: !there } };
}
