import { describe, expect, test } from 'vitest';
import { hashPassword, passwordFits } from './passwords.ts';

describe('a password', () => {
  test('fits its own hash only, in whichever way its letters are composed', async () => {
    const stored = await hashPassword('caf\u00e9 latte');
    expect(stored).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
    expect(await passwordFits('cafe\u0301 latte', stored)).toBe(true);
    expect(await passwordFits('cafe latte', stored)).toBe(false);
  });
  test('never fits an unknown account', async () => expect(await passwordFits('anything', null)).toBe(false));
});
