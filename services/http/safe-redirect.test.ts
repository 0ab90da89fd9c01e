import { expect, test } from 'vitest';
import { safeRedirect } from './safe-redirect.ts';

test.each(['/', '/feedback', '/feedback/trend?time=day:30#top'])('%s is a way on', (path) => {
  expect(safeRedirect(path)).toBe(path);
});

test.each([
  undefined,
  '',
  'feedback',
  'https://other.example/',
  '//other.example',
  '/\\other.example',
  '/\t/other.example',
  '/./\\other.example',
  '/..//other.example',
  '/%2e%2e//other.example',
  'javascript:alert(1)',
  ' /feedback',
])('%j never leaves the site', (address) => {
  expect(safeRedirect(address)).toBe('/');
});
