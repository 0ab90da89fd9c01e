import { DomainError, invalid } from '@frankly/contracts/errors';
import type { EventsOf } from '@frankly/contracts/kit';
import type { Permission } from '@frankly/contracts/permissions';
import {
  defaultSecurity,
  type OidcProvider,
  type OidcSettings,
  type SamlSettings,
  type SecurityChanges,
  type securityEvents,
  type SecuritySettings,
  type SsoProvider,
} from '@frankly/contracts/security';
import type { Decider } from '../decider.ts';
import { companyStream } from '../identity/company.ts';

export type SecurityEvent = EventsOf<typeof securityEvents>;

/** What the rules have to know about roles. */
type KnownRole = { id: string; permissions: readonly Permission[] };

export type SecurityCommand = { companyId: string } & (
  | {
      type: 'ChangeSettings';
      changes: SecurityChanges;
      roles: readonly KnownRole[];
      /** What the person who changes them may do; all, when it is not a person. */
      may: ReadonlySet<Permission>;
      recaptchaAvailable: boolean;
    }
  | { type: 'ConfigureOidc'; provider: OidcProvider; settings: OidcSettings; newSecret: boolean }
  | { type: 'ConfigureSaml'; settings: SamlSettings }
  | { type: 'RemoveSso'; provider: SsoProvider }
  | { type: 'AddDomain'; domain: string; token: string }
  | { type: 'VerifyDomain'; domain: string; by: 'dns' | 'operator' }
  | { type: 'RemoveDomain'; domain: string }
);

export interface SecurityState {
  settings: SecuritySettings;
  sso: Partial<Record<SsoProvider, OidcSettings | SamlSettings>>;
  domains: Readonly<Record<string, { token: string; verified: boolean }>>;
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const without = <T extends object>(record: T, key: keyof T): T => {
  const { [key]: _, ...rest } = record;
  return rest as T;
};

/** How the people of a company sign in. Saying again what is so already appends nothing. */
export const companySecurity: Decider<SecurityCommand, SecurityEvent, SecurityState> = {
  stream: ({ companyId }) => companyStream(companyId),
  initial: { settings: defaultSecurity, sso: {}, domains: {} },
  decide(command, state) {
    switch (command.type) {
      case 'ChangeSettings':
        return changeSettings(command, state);
      case 'ConfigureOidc': {
        const { provider, settings, newSecret } = command;
        const before = state.sso[provider] as OidcSettings | undefined;
        // A secret is never shown to another issuer than the one that gave it.
        if (!newSecret && before?.issuer !== settings.issuer) {
          const message = before
            ? 'Enter the client secret again when the issuer changes.'
            : 'Enter the client secret that the provider shows.';
          throw invalid({ path: 'clientSecret', message });
        }
        return newSecret || !same(before, settings) ? [{ type: 'OidcConfigured', data: { provider, settings } }] : [];
      }
      case 'ConfigureSaml': {
        const { settings } = command;
        return same(state.sso.saml, settings) ? [] : [{ type: 'SamlConfigured', data: { settings } }];
      }
      case 'RemoveSso': {
        const { provider } = command;
        if (!state.sso[provider]) throw new DomainError('sso_unknown');
        if (!state.settings.emailLogin && Object.keys(state.sso).length === 1)
          throw invalid({ path: 'provider', message: 'Switch sign-in by e-mail on first, or nobody can sign in.' });
        return [{ type: 'SsoRemoved', data: { provider } }];
      }
      case 'AddDomain': {
        const { domain, token } = command;
        return state.domains[domain] ? [] : [{ type: 'DomainAdded', data: { domain, token } }];
      }
    }
    const { domain } = command;
    const known = state.domains[domain];
    if (!known) throw new DomainError('domain_unknown');
    if (command.type === 'RemoveDomain') return [{ type: 'DomainRemoved', data: { domain } }];
    return known.verified ? [] : [{ type: 'DomainVerified', data: { domain, by: command.by } }];
  },
  evolve(state, { type, data }) {
    switch (type) {
      case 'CompanySettingsChanged':
        return { ...state, settings: { ...state.settings, ...(data.changes as Partial<SecuritySettings>) } };
      case 'OidcConfigured':
        return { ...state, sso: { ...state.sso, [data.provider]: data.settings } };
      case 'SamlConfigured':
        return { ...state, sso: { ...state.sso, saml: data.settings } };
      case 'SsoRemoved':
        return { ...state, sso: without(state.sso, data.provider) };
      case 'DomainAdded':
        return { ...state, domains: { ...state.domains, [data.domain]: { token: data.token, verified: false } } };
      case 'DomainVerified':
        return {
          ...state,
          domains: { ...state.domains, [data.domain]: { token: state.domains[data.domain]?.token ?? '', verified: true } },
        };
      case 'DomainRemoved':
        return { ...state, domains: without(state.domains, data.domain) };
      default:
        // The company's stream tells of more than its security.
        return state;
    }
  },
};

function changeSettings(
  { changes: asked, roles, may, recaptchaAvailable }: Extract<SecurityCommand, { type: 'ChangeSettings' }>,
  { settings, sso }: SecurityState,
): SecurityEvent[] {
  const changes = Object.fromEntries(
    Object.entries(asked).filter(([name, value]) => value !== settings[name as keyof SecuritySettings]),
  ) as SecurityChanges;
  for (const path of ['selfRegisterRole', 'justInTimeRole'] as const) {
    const id = changes[path];
    if (id === undefined) continue;
    const role = roles.find((one) => one.id === id);
    if (!role) throw invalid({ path, message: 'There is no role with this id.' });
    if (!role.permissions.every((permission) => may.has(permission))) throw new DomainError('more_than_own');
  }
  if (changes.recaptcha && !recaptchaAvailable)
    throw invalid({ path: 'recaptcha', message: 'reCAPTCHA needs its keys first: whoever runs Frankly can set them.' });
  if (changes.emailLogin === false && Object.keys(sso).length === 0)
    throw invalid({ path: 'emailLogin', message: 'Set up single sign-on first, or nobody can sign in.' });
  if (changes.logo && !/^https:\/\/|^(?!\/\/)[\w./-]+$/.test(changes.logo))
    throw invalid({ path: 'logo', message: 'A logo is an address that starts with https://, or a path.' });
  return Object.keys(changes).length > 0 ? [{ type: 'CompanySettingsChanged', data: { changes } }] : [];
}
