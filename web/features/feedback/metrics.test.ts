import { expect, test } from 'vitest';
import { colorOf, formatScore, heatOf, metrics, scoreOf } from './metrics.ts';

test('an NPS is a whole number with its sign, rounded half away from zero', () => {
  expect([54.2, -12.5, 0.4, 2.5].map(metrics.nps.format)).toEqual(['+54', '\u221213', '0', '+3']);
});

test('nobody answered is a dash, never a zero', () => {
  expect(formatScore(metrics.nps, scoreOf({ nps: null }))).toBe('–');
  expect(formatScore(metrics.nps, scoreOf({ nps: 0 }))).toBe('0');
});

test('stars have one decimal', () => {
  expect(metrics.fivestar.format(3.75)).toBe('3.8');
});

test('better is warmer, on every metric', () => {
  for (const metric of Object.values(metrics)) {
    expect(heatOf(metric, metric.highest)).toBeGreaterThan(heatOf(metric, metric.goodFrom));
    expect(heatOf(metric, metric.lowest)).toBe(-1);
    expect(colorOf(metric, metric.lowest)).toBe('var(--bad)');
    expect(colorOf(metric, metric.highest)).toBe('var(--good)');
  }
});
