import { describe, expect, test } from 'vitest';
import { isCommon } from './common-passwords.ts';

describe('a common password', () => {
  test.each(['password', '12345678', 'qwertyuiop', 'PassWord1', 'ｐａｓｓｗｏｒｄ'])('is %s', (password) =>
    expect(isCommon(password)).toBe(true),
  );
  test.each(['correct horse battery', 'frankly-demo', 'пароль на завтра', ''])('is not "%s"', (password) =>
    expect(isCommon(password)).toBe(false),
  );
});
