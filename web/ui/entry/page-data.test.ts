import { expect, test } from 'vitest';
import { isEmail, logoAddress, readPageData } from './page-data.ts';

test.each([
  ['', 'https://cdn.example/x/', ''],
  ['acme.svg', 'https://cdn.example/x/', 'https://cdn.example/x/acme.svg'],
  ['logos/acme.svg', '/files/', `${window.location.origin}/files/logos/acme.svg`],
  ['https://acme.example/logo.png', 'https://cdn.example/', 'https://acme.example/logo.png'],
  ['http://[', 'https://cdn.example/', ''],
])('a logo %j below %j is at %j', (logo, cdn, address) => expect(logoAddress(logo, cdn)).toBe(address));

test('what the server wrote goes over what holds without it', () => {
  const element = document.createElement('div');
  const blank = { logo: '', error: '', emailLoginEnabled: true };
  expect(readPageData(element, 'login', blank)).toEqual(blank);
  element.dataset['login'] = JSON.stringify({ logo: 'a.svg', error: '"No" <b>' });
  element.dataset['cdn'] = 'https://cdn.example/';
  expect(readPageData(element, 'login', blank)).toEqual({
    logo: 'https://cdn.example/a.svg',
    error: '"No" <b>',
    emailLoginEnabled: true,
  });
});

test.each([
  ['jane@acme.example', true],
  [' jane@acme.example ', true],
  ['jane@acme', false],
  ['jane.acme.example', false],
  ['@acme.example', false],
  ['jane @acme.example', false],
  ['', false],
])('%j is an e-mail address: %j', (text, fine) => expect(isEmail(text)).toBe(fine));
