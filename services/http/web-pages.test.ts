import type { LoginData } from '@frankly/contracts/sign-in';
import { expect, test } from 'vitest';
import { withData } from './web-pages.ts';

const data: LoginData = {
  logo: '',
  error: '',
  redirect: '/feedback?rules="><script>alert(1)</script>&x=$&',
  emailLoginEnabled: true,
  canSelfRegister: false,
  hasOauthLogins: false,
  hasRecaptcha: false,
};

test.each([
  '<p>a</p><div id="login-data" data-login="{}"></div>',
  '<p>a</p><div data-login=\'{"a":">"}\' hidden id="login-data"></div>',
  '<p>a</p><div id="login-data"></div>',
])('%s gets its data, and nothing of it becomes markup', (html) => {
  const page = document(withData(html, 'login-data', { 'data-login': data, 'data-cdn': 'https://cdn.example/"' }));
  expect(JSON.parse(page.attribute)).toEqual(data);
  expect(page.html).not.toContain('<script>');
  expect(page.html).toContain('data-cdn="https://cdn.example/&quot;"');
});

/** What a browser reads from the attribute. */
function document(html: string) {
  const escaped = /<div [^>]*?data-login="([^"]*)"/.exec(html)?.[1] ?? '';
  const attribute = escaped.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  return { html, attribute };
}
