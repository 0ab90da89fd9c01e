import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { seal, unseal } from './sealing.ts';

const key = randomBytes(32);

test('what was sealed opens with its key and context, whatever the text', () => {
  for (const text of ['', 'Zoë said "ok" 👍', '\u0000\uffff', 'x'.repeat(100_000)])
    expect(unseal(key, seal(key, text, 'c'), 'c')).toBe(text);
});

test('another key, another context or a changed bit does not open it', () => {
  const sealed = seal(key, 'secret', 'company/ann/comment');
  expect(() => unseal(randomBytes(32), sealed, 'company/ann/comment')).toThrow();
  expect(() => unseal(key, sealed, 'company/bob/comment')).toThrow();
  const other = sealed.at(20) === 'A' ? 'B' : 'A';
  expect(() => unseal(key, sealed.slice(0, 20) + other + sealed.slice(21), 'company/ann/comment')).toThrow();
});

test('no two sealed values are alike, over many blocks of random bytes', () => {
  const sealed = Array.from({ length: 5_000 }, () => seal(key, 'same', 'c'));
  expect(new Set(sealed.map((one) => one.slice(0, 19))).size).toBe(sealed.length);
});
