import { expect, test } from 'vitest';
import { Metrics } from './metrics.ts';

test("a feature's figures stand beside those of the process", async () => {
  const metrics = new Metrics();
  metrics.counter('answers_total', 'Answers recorded.', ['channel']).inc({ channel: 'api' }, 3);
  metrics.gauge('lag_events', 'Events not projected yet.', [], (gauge) => gauge.set(7));
  metrics.seconds('query', 'Time of a query.').observe(0.02);

  const text = await metrics.render();
  expect(text).toContain('frankly_answers_total{channel="api"} 3');
  expect(text).toContain('frankly_lag_events 7');
  expect(text).toContain('frankly_query_seconds_bucket{le="0.025"} 1');
  expect(text).toContain('process_cpu_seconds_total');
});

test('two processes in one test run do not share figures', async () => {
  new Metrics().counter('answers_total', 'Answers recorded.').inc();
  const second = new Metrics();
  second.counter('answers_total', 'Answers recorded.');
  expect(await second.render()).toContain('frankly_answers_total 0');
});
