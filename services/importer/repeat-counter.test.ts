import { expect, test } from 'vitest';
import { RepeatCounter } from './repeat-counter.ts';

test('every fingerprint is counted by itself, also after the table has grown', () => {
  const counter = new RepeatCounter();
  const expected = new Map<string, number>();
  for (let index = 0; index < 60_000; index++) {
    const high = (index * 7919) % 50;
    const low = (index * 104_729) % 10_007;
    const seen = (expected.get(`${high} ${low}`) ?? 0) + 1;
    expected.set(`${high} ${low}`, seen);
    if (counter.count(high, low) !== seen) throw new Error(`wrong count at row ${index}`);
  }
  expect(counter.count(0xffff_ffff, 0xffff_ffff)).toBe(1);
  expect(counter.count(0xffff_ffff, 0xffff_fffe)).toBe(1);
  expect(counter.count(0xffff_ffff, 0xffff_ffff)).toBe(2);
});
