import fc from 'fast-check';
import { expect, test } from 'vitest';
import { percentages, round } from './rounding.ts';

test.each([
  [1.005, 2, 1.01],
  [-1.005, 2, -1.01],
  [2.5, 0, 3],
  [-2.5, 0, -3],
  [-35.897435, 1, -35.9],
  [3.75, 1, 3.8],
  [0.1 + 0.2, 1, 0.3],
  [8.345, 2, 8.35],
  [20.35 - 10.1, 1, 10.3],
  [1e-7, 3, 0],
  [123456789.125, 2, 123456789.13],
])('%d to %i digits is %d', (value, digits, rounded) => expect(round(value, digits)).toBe(rounded));

test('what rounds to nothing is 0 and never -0', () => expect(Object.is(round(-0.04, 1), 0)).toBe(true));

test('a decimal tie goes away from zero, whatever its binary neighbour', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: 1, max: 5 }), (whole, digits) => {
      const tie = Number(`${whole}5e${-digits - 1}`);
      const away = Number(`${whole + (whole < 0 ? -1 : 1)}e${-digits}`);
      if (whole !== 0) expect(round(tie, digits)).toBe(away);
    }),
  );
});

test('rounding twice is rounding once, and a mirrored number rounds to its mirror', () => {
  fc.assert(
    fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.integer({ min: 0, max: 6 }), (value, digits) => {
      expect(round(round(value, digits), digits)).toBe(round(value, digits));
      expect(round(-value, digits) + round(value, digits)).toBe(0);
      expect(Math.abs(round(value, digits) - value)).toBeLessThanOrEqual(0.5 * 10 ** -digits + 1e-8);
    }),
  );
});

test('percentages of three thirds are 34, 33 and 33', () => {
  expect(percentages([1, 1, 1])).toEqual([34, 33, 33]);
  expect(percentages([1, 1, 1], 1)).toEqual([33.4, 33.3, 33.3]);
  expect(percentages([0, 2, 0])).toEqual([0, 100, 0]);
  expect(percentages([0, 0])).toBeNull();
});

test('percentages always add up to 100 and stay within one unit of the exact share', () => {
  const counts = fc.array(fc.nat(100_000), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(counts, fc.integer({ min: 0, max: 3 }), (bar, digits) => {
      fc.pre(bar.some((count) => count > 0));
      const total = bar.reduce((sum, count) => sum + count, 0);
      const shares = percentages(bar, digits)!;
      expect(
        round(
          shares.reduce((sum, share) => sum + share, 0),
          digits,
        ),
      ).toBe(100);
      shares.forEach((share, index) => expect(Math.abs(share - (100 * bar[index]!) / total)).toBeLessThan(10 ** -digits + 1e-9));
    }),
  );
});
