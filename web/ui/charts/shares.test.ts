import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wholeShares } from './shares.ts';

test('the shares of any bar add up to 100 and stay within a point of the truth', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 12 }), (counts) => {
      const total = counts.reduce((sum, count) => sum + count, 0);
      const shares = wholeShares(counts);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total === 0 ? 0 : 100);
      shares.forEach((share, index) => {
        expect(Math.abs(share - (total === 0 ? 0 : ((counts[index] ?? 0) * 100) / total))).toBeLessThan(1);
      });
    }),
  );
});

test('three equal parts are 34, 33 and 33', () => {
  expect(wholeShares([7, 7, 7])).toEqual([34, 33, 33]);
});

test('nothing shares nothing', () => {
  expect(wholeShares([0, 0, 0])).toEqual([0, 0, 0]);
});
