import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PasswordField } from './password-field.tsx';

let root: Root;
let page: HTMLElement;
const typed: string[] = [];

beforeEach(async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  typed.length = 0;
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
  const field = { name: 'password', title: 'Password', value: '', problem: null, touched: false };
  await act(async () =>
    root.render(
      <PasswordField
        {...field}
        autoComplete="current-password"
        onTouched={() => undefined}
        onChange={(text) => typed.push(text)}
      />,
    ),
  );
});
afterEach(async () => {
  await act(async () => root.unmount());
  page.remove();
});

const input = () => page.querySelector('input')!;

test('a password is masked until the person wants to see it', async () => {
  expect(input().type).toBe('password');
  const show = page.querySelector('button')!;
  await act(async () => show.click());
  expect([input().type, show.getAttribute('aria-pressed')]).toEqual(['text', 'true']);
  await act(async () => show.click());
  expect(input().type).toBe('password');
});

test('a password can be pasted, and filled in by a password manager', () => {
  expect([input().name, input().autocomplete, input().readOnly]).toEqual(['password', 'current-password', false]);
  for (const kind of ['paste', 'copy', 'drop', 'beforeinput']) {
    expect([kind, input().dispatchEvent(new Event(kind, { bubbles: true, cancelable: true }))]).toEqual([kind, true]);
  }
  // As a password manager does it: past the keyboard.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input(), 'a long password from elsewhere');
  act(() => void input().dispatchEvent(new Event('input', { bubbles: true })));
  expect(typed).toEqual(['a long password from elsewhere']);
});
