import { NewPassword } from '@frankly/contracts/identity';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { passwordProblem } from './password-problem.ts';

test('the page says of a password what the server would say', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 140 }), (password) => {
      const verdict = NewPassword.safeParse(password);
      expect(passwordProblem(password)).toBe(verdict.success ? null : verdict.error.issues[0]!.message);
    }),
  );
});
