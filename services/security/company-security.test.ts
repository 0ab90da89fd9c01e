import { describe, expect, test } from 'vitest';
import { permissions } from '@frankly/contracts/permissions';
import { given } from '../../tests/kit/given.ts';
import { companySecurity, type SecurityCommand, type SecurityEvent } from './company-security.ts';

const companyId = 'c1';
const okta = { issuer: 'https://acme.okta.example', clientId: 'frankly' };
const saml = {
  name: 'Acme',
  entityId: 'https://idp.example',
  signInUrl: 'https://idp.example/sso',
  certificates: ['PEM'],
};
const oktaSetUp: SecurityEvent = { type: 'OidcConfigured', data: { provider: 'okta', settings: okta } };
const samlSetUp: SecurityEvent = { type: 'SamlConfigured', data: { settings: saml } };
const changed = (changes: object): SecurityEvent => ({ type: 'CompanySettingsChanged', data: { changes } });
const change = (changes: object, more: object = {}): SecurityCommand => ({
  type: 'ChangeSettings',
  companyId,
  changes,
  roles: [
    { id: 'night', permissions: ['responses.view'] },
    { id: 'admin', permissions },
  ],
  may: new Set(['responses.view', 'settings.manage']),
  recaptchaAvailable: false,
  ...more,
});

describe('settings', () => {
  test('are recorded only where they differ', () =>
    given(companySecurity, changed({ enforceMfa: true }))
      .when(change({ enforceMfa: true, sessionHours: 4, selfRegister: false }))
      .then(changed({ sessionHours: 4 })));
  test('that say nothing new append nothing', () =>
    given(companySecurity)
      .when(change({ emailLogin: true }))
      .then());
  test('name roles that exist', () => {
    given(companySecurity)
      .when(change({ justInTimeRole: 'night' }))
      .then(changed({ justInTimeRole: 'night' }));
    for (const path of ['justInTimeRole', 'selfRegisterRole']) {
      const refusal = given(companySecurity)
        .when(change({ [path]: 'gone' }))
        .refuses('invalid_input');
      expect(refusal.fields).toEqual([{ path, message: 'There is no role with this id.' }]);
    }
  });
  test('hand out no role that may do more than whoever sets it', () => {
    given(companySecurity)
      .when(change({ justInTimeRole: 'admin' }))
      .refuses('more_than_own');
  });
  test('switch reCAPTCHA on only where it has keys', () => {
    const refusal = given(companySecurity)
      .when(change({ recaptcha: true }))
      .refuses('invalid_input');
    expect(refusal.fields?.[0]?.path).toBe('recaptcha');
    given(companySecurity)
      .when(change({ recaptcha: true }, { recaptchaAvailable: true }))
      .then(changed({ recaptcha: true }));
  });
  test.each(['javascript:alert(1)', '//other.example/logo.png', 'http://plain.example/logo.png', 'a b'])(
    'take no logo like %s',
    (logo) => {
      given(companySecurity).when(change({ logo })).refuses('invalid_input');
    },
  );
});

describe('a way to sign in', () => {
  test('by e-mail goes only when there is another one', () => {
    given(companySecurity)
      .when(change({ emailLogin: false }))
      .refuses('invalid_input');
    given(companySecurity, samlSetUp)
      .when(change({ emailLogin: false }))
      .then(changed({ emailLogin: false }));
    const removed: SecurityEvent = { type: 'SsoRemoved', data: { provider: 'saml' } };
    given(companySecurity, samlSetUp, removed)
      .when(change({ emailLogin: false }))
      .refuses('invalid_input');
  });
  test('that is the last one stays', () => {
    const remove: SecurityCommand = { type: 'RemoveSso', companyId, provider: 'okta' };
    const event: SecurityEvent = { type: 'SsoRemoved', data: { provider: 'okta' } };
    const noEmail = changed({ emailLogin: false });
    given(companySecurity, oktaSetUp, noEmail).when(remove).refuses('invalid_input');
    given(companySecurity, oktaSetUp, samlSetUp, noEmail).when(remove).then(event);
    given(companySecurity, oktaSetUp).when(remove).then(event);
    given(companySecurity).when(remove).refuses('sso_unknown');
  });
  test('by OpenID Connect needs a secret, and a new one for a new issuer', () => {
    const configure = (issuer: string, newSecret: boolean): SecurityCommand => ({
      type: 'ConfigureOidc',
      companyId,
      provider: 'okta',
      settings: { ...okta, issuer },
      newSecret,
    });
    given(companySecurity).when(configure(okta.issuer, false)).refuses('invalid_input');
    given(companySecurity).when(configure(okta.issuer, true)).then(oktaSetUp);
    given(companySecurity, oktaSetUp).when(configure(okta.issuer, false)).then();
    given(companySecurity, oktaSetUp).when(configure(okta.issuer, true)).then(oktaSetUp);
    given(companySecurity, oktaSetUp).when(configure('https://thief.example', false)).refuses('invalid_input');
  });
});

describe('a domain', () => {
  const of = (type: 'VerifyDomain' | 'RemoveDomain') =>
    ({ type, companyId, domain: 'acme.example', by: 'dns' }) as SecurityCommand;
  const added: SecurityEvent = { type: 'DomainAdded', data: { domain: 'acme.example', token: 't1' } };
  const verified: SecurityEvent = { type: 'DomainVerified', data: { domain: 'acme.example', by: 'dns' } };
  const removed: SecurityEvent = { type: 'DomainRemoved', data: { domain: 'acme.example' } };
  const add: SecurityCommand = { type: 'AddDomain', companyId, domain: 'acme.example', token: 't1' };
  test('is added once', () => {
    given(companySecurity).when(add).then(added);
    given(companySecurity, added)
      .when({ ...add, token: 't2' } as SecurityCommand)
      .then();
  });
  test('is verified once', () => {
    given(companySecurity, added).when(of('VerifyDomain')).then(verified);
    given(companySecurity, added, verified).when(of('VerifyDomain')).then();
    given(companySecurity).when(of('VerifyDomain')).refuses('domain_unknown');
  });
  test('has to be proven again after it was removed', () => {
    given(companySecurity, added, verified).when(of('RemoveDomain')).then(removed);
    given(companySecurity, added, verified, removed).when(of('VerifyDomain')).refuses('domain_unknown');
    given(companySecurity, added, verified, removed, added).when(of('VerifyDomain')).then(verified);
  });
});
