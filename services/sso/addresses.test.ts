import { describe, expect, test } from 'vitest';
import { addressesFor, ownOrigin } from './addresses.ts';

describe('a person is at', () => {
  const site = { url: 'https://frankly.example' };
  const at = (url: string, { production = true, of = site } = {}) =>
    ownOrigin({ protocol: url.split(':')[0]!, host: url.slice(url.indexOf('//') + 2) }, { site: of, production });
  test.each(['https://frankly.example', 'https://acme.frankly.example'])('%s', (origin) => expect(at(origin)).toBe(origin));
  test.each([
    'http://frankly.example',
    'https://frankly.example:8443',
    'https://a.b.frankly.example',
    'https://notfrankly.example',
    'https://frankly.example.evil.example',
    'https://evil.example',
    'https://user@frankly.example',
    'https://localhost',
    'http://127.0.0.1:3000',
    'https://',
  ])('no place of ours: %s', (url) => {
    const found = at(url);
    expect(found === null || found === 'https://frankly.example').toBe(true);
    if (!url.includes('@')) expect(found).toBeNull();
  });
  test.each(['http://localhost:3000', 'http://acme.localhost:3000', 'http://127.0.0.1:41234', 'http://[::1]:3000'])(
    '%s, outside production only',
    (origin) => {
      expect(at(origin, { production: false })).toBe(origin);
      expect(at(origin)).toBeNull();
    },
  );
});

test('a site without a name has no hosts of companies', () => {
  expect(Object.values(addressesFor({ url: 'http://127.0.0.1:3000' }, 'acme', 'google'))).toEqual([
    'http://127.0.0.1:3000/sso/callback/acme/google',
  ]);
});
