import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readSettings } from './settings.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'frankly-settings-'));
afterAll(() => rmSync(dataDir, { recursive: true }));
const mailOf = (env: Record<string, string>) => readSettings({ FRANKLY_DATA: dataDir, ...env }).mail;

describe('how mail is sent', () => {
  test('is not at all until somebody says how', () =>
    expect(mailOf({ FRANKLY_URL: 'https://frankly.example' })).toEqual({
      smtpUrl: null,
      from: 'Frankly <no-reply@frankly.example>',
    }));
  test.each(['smtp://localhost:1025', 'smtps://user:pass@mail.example:465'])('is by %s', (url) =>
    expect(mailOf({ SMTP_URL: url, MAIL_FROM: 'Acme <hello@acme.example>' })).toEqual({
      smtpUrl: url,
      from: 'Acme <hello@acme.example>',
    }),
  );
  test.each(['mail.example', 'https://mail.example', 'smtp://', ' '])('is not by "%s"', (url) =>
    expect(() => mailOf({ SMTP_URL: url })).toThrow('SMTP_URL looks like smtps://'),
  );
  test('is not said by an empty setting', () => expect(mailOf({ SMTP_URL: '', MAIL_FROM: '' }).smtpUrl).toBeNull());
});
