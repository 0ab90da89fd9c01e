import { fieldProblems, invalid } from '@frankly/contracts/errors';
import { FeedbackQuery, measures } from '@frankly/contracts/feedback';
import { everything } from '@frankly/contracts/data-scope';
import type { Command } from 'commander';
import { answer, companyOption, jsonOption } from './output.ts';

export function register(program: Command): void {
  program
    .command('query')
    .description('ask for any figure of the dashboard')
    .argument('<question>', `JSON, the same as for POST /api/v1/query; a measure is one of ${measures.join(', ')}`)
    .requiredOption(...companyOption)
    .option(...jsonOption)
    .addHelpText(
      'after',
      `
Examples:
  $ npx frankly query --company acme '{"measure": "summary", "questionType": "nps", "time": {"unit": "month", "value": 3}}'
  $ npx frankly query --company acme '{"measure": "leaderboard", "questionType": "csat", "groupBy": "region_c",
      "time": {"unit": "custom", "value": "01-01-2026_31-03-2026"},
      "rules": [{"column": "channel", "operator": "in", "value": ["web"]}]}'`,
    )
    .action(ask);
}

async function ask(question: string, { company: slug, json }: { company: string; json?: boolean }): Promise<void> {
  const query = parseQuestion(question);
  const [{ withPlatform, companyNamed }, { sqlFeedbackQueries }, { answerQuery }] = await Promise.all([
    import('./session.ts'),
    import('@frankly/projections/feedback/sql-queries'),
    import('../feedback/answer-query.ts'),
  ]);
  const reply = await withPlatform(async (platform) => {
    const { id } = await companyNamed(platform, slug);
    await platform.engine.catchUp();
    return answerQuery(
      platform,
      sqlFeedbackQueries(platform.read, platform.progress),
      { companyId: id, scope: everything },
      query,
    );
  });
  answer(reply, { json }, () => JSON.stringify(reply, null, 2));
}

function parseQuestion(text: string): FeedbackQuery {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw invalid({ path: 'question', message: `It is not valid JSON: ${error instanceof Error ? error.message : ''}.` });
  }
  const parsed = FeedbackQuery.safeParse(value);
  if (!parsed.success) throw invalid(...fieldProblems(parsed.error));
  return parsed.data;
}
