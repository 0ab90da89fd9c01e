import type { AuditEntry } from '@frankly/contracts/audit';
import { builtInRoles, permissionWords } from '@frankly/contracts/permissions';
import { dayOf } from '../../ui/ago.ts';

interface Told {
  /** Who did it. */
  who: string;
  /** Whom it is about, by name. */
  whom: string;
  /** They did it themselves. */
  self: boolean;
  details: Readonly<Record<string, string>>;
  /** What a role or key is called now. */
  called: (id: string) => string;
}
/** Names of roles and keys by their ids. */
export type Names = ReadonlyMap<string, string>;
type Sentence = (told: Told) => string;

const methods: Readonly<Record<string, string>> = {
  password: 'a password',
  google: 'Google',
  okta: 'Okta',
  microsoft: 'Microsoft',
  saml: 'single sign-on (SAML)',
};
const refusals: Readonly<Record<string, string>> = {
  password: 'the password was wrong',
  code: 'the code was wrong',
  recovery_code: 'the recovery code was wrong',
  disabled: 'the account is disabled',
  throttled: 'there were too many attempts',
  sso: 'single sign-on did not work',
};
const settings: Readonly<Record<string, (value: string) => string>> = {
  enforceMfa: (value) => `second step for everybody ${onOff(value)}`,
  emailLogin: (value) => `signing in by e-mail and password ${onOff(value)}`,
  selfRegister: (value) => `registering oneself ${onOff(value)}`,
  selfRegisterRole: (value) => `role of who registers: ${roleNamed(value)}`,
  recaptcha: (value) => `reCAPTCHA ${onOff(value)}`,
  justInTime: (value) => `accounts at the first single sign-on ${onOff(value)}`,
  justInTimeRole: (value) => `role of these accounts: ${roleNamed(value)}`,
  sessionIdleMinutes: (value) => `sessions end after ${value} minutes without use`,
  sessionHours: (value) => `sessions end after ${value} hours`,
  logo: (value) => (value ? 'another logo' : 'no logo'),
};

const onOff = (value: string): string => (value === 'yes' ? 'on' : 'off');
/** A device is named like a browser and a system, or as “Another device”. */
const onDevice = ({ device }: Told['details']): string =>
  device ? ` on ${device.startsWith('Another') ? `a${device.slice(1)}` : device}` : '';
const count = (text: string | undefined, one: string): string => `${text ?? 'Some'} ${one}${text === '1' ? '' : 's'}`;
const attribute = (name: string): string => name.replace(/_c$/, '').replaceAll('_', ' ');
const roleNamed = (id: string): string => builtInRoles.find((role) => role.id === id)?.name ?? id;
const aRole = ({ details: { role, roleId = '' }, called }: Told): string => `“${role ?? called(roleId)}”`;
const methodOf = ({ method, provider }: Told['details']): string => {
  const name = method ?? provider ?? '';
  return methods[name] ?? name;
};

function sessionsEnded({ who, whom, self, details }: Told): string {
  const sessions = count(details['count'], 'session');
  switch (details['reason']) {
    case 'password':
      return `${sessions} of ${whom} ended, as the password changed`;
    case 'disabled':
      return `${sessions} of ${whom} ended, as the account was disabled`;
    case 'mfa':
      return `${sessions} of ${whom} ended, as the second step changed`;
    default:
      return self
        ? `${whom} signed out of ${sessions.toLowerCase()} elsewhere`
        : `${who} ended ${sessions.toLowerCase()} of ${whom}`;
  }
}

function joinedTeam({ who, whom, self, details }: Told): string {
  const { servedBy, ...team } = details;
  const places = Object.entries(team).map(([name, value]) => `${attribute(name)} ${value}`);
  const answers = servedBy ? `, with the answers of “${servedBy}”` : '';
  if (places.length > 0) return `${self ? `${whom} moved to` : `${who} put ${whom} in`} ${places.join(', ')}${answers}`;
  if (servedBy) return self ? `${whom} took the answers of “${servedBy}”` : `${who} gave ${whom} the answers of “${servedBy}”`;
  return self ? `${whom} left every team` : `${who} took ${whom} out of every team`;
}

function settingsChanged({ who, details }: Told): string {
  const changes = Object.entries(details).map(([name, value]) => settings[name]?.(value) ?? `${name} ${value}`);
  return `${who} changed how people sign in: ${changes.join('; ')}`;
}

/** What happened, as somebody would say it. One sentence for each kind of event. */
export const sentences: Readonly<Record<string, Sentence>> = {
  SignedIn: ({ whom, details }) =>
    `${whom} signed in${details['method'] ? ` with ${methodOf(details)}` : ''}${onDevice(details)}`,
  SignInRefused: ({ whom, details }) =>
    `${whom} was not let in${onDevice(details)}: ${refusals[details['reason'] ?? ''] ?? details['reason'] ?? 'refused'}`,
  SignedOut: ({ whom }) => `${whom} signed out`,
  SessionsEnded: sessionsEnded,
  PasswordChanged: ({ whom, details }) =>
    details['by'] === 'link' ? `${whom} chose a new password by a link from an e-mail` : `${whom} chose a new password`,
  PasswordResetRequested: ({ whom }) => `Somebody asked for a link to choose a new password for ${whom}`,
  MfaEnrolled: ({ whom }) => `${whom} switched the second step on`,
  MfaReset: ({ who, whom, self }) => (self ? `${whom} switched the second step off` : `${who} reset the second step of ${whom}`),
  RecoveryCodesIssued: ({ whom, details }) => `${whom} got ${count(details['count'], 'new recovery code').toLowerCase()}`,
  RecoveryCodeUsed: ({ whom, details }) => `${whom} used a recovery code; ${details['left'] ?? 'some'} are left`,
  DeviceRemembered: ({ whom, details }) =>
    `${whom} asked to be remembered${onDevice(details)}${details['until'] ? ` until ${dayOf(details['until'])}` : ''}`,
  SsoLinked: ({ whom, details }) => `${whom} can sign in with ${methodOf(details)} from now on`,

  UserInvited: (told) => `${told.who} invited ${told.whom} as ${aRole(told)}`,
  UserRegistered: (told) =>
    told.self ? `${told.whom} registered as ${aRole(told)}` : `${told.who} made an account for ${told.whom} as ${aRole(told)}`,
  UserJoinedTeam: joinedTeam,
  UserRoleChanged: (told) => `${told.who} changed the role of ${told.whom} to ${aRole(told)}`,
  UserDisabled: ({ who, whom }) => `${who} disabled the account of ${whom}`,
  UserEnabled: ({ who, whom }) => `${who} enabled the account of ${whom} again`,
  UserEmailChanged: ({ whom, details }) => `${whom} has a new e-mail address${details['email'] ? `: ${details['email']}` : ''}`,

  RoleDefined: (told) => `${told.who} defined the role ${aRole(told)}`,
  RoleRenamed: (told) => `${told.who} renamed a role to ${aRole(told)}`,
  PermissionsChanged: (told) => `${told.who} changed what the role ${aRole(told)} may do`,

  ApiKeyCreated: ({ who, details }) => `${who} created the API key “${details['name'] ?? ''}”`,
  ApiKeyRevoked: ({ who, details, called }) => `${who} revoked the API key “${called(details['keyId'] ?? '')}”`,

  CompanyRegistered: ({ who, details }) => `${who} registered the company ${details['name'] ?? ''}`,
  AttributeDefined: ({ details }) => `The attribute “${details['label'] ?? details['attribute'] ?? ''}” was added`,
  TeamHierarchyDefined: ({ who, details }) =>
    details['levels']
      ? `${who} set the levels of teams: ${details['levels'].split(', ').map(attribute).join(', ')}`
      : `${who} removed the levels of teams`,
  CompanySettingsChanged: settingsChanged,
  OidcConfigured: ({ who, details }) => `${who} set up signing in with ${methodOf(details)}`,
  SamlConfigured: ({ who, details }) => `${who} set up signing in with “${details['name'] ?? ''}” (SAML)`,
  SsoRemoved: ({ who, details }) => `${who} removed signing in with ${methodOf(details)}`,
  DomainAdded: ({ who, details }) => `${who} claimed the domain ${details['domain'] ?? ''}`,
  DomainVerified: ({ details }) =>
    `The domain ${details['domain'] ?? ''} was proven${details['by'] === 'operator' ? ' by the operator' : ' by its DNS record'}`,
  DomainRemoved: ({ who, details }) => `${who} gave up the domain ${details['domain'] ?? ''}`,
};

/** "SomethingHappened" -> "Something happened". */
export const spaced = (kind: string): string => {
  const words = kind.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const idOf = (actor: string): string => actor.replace(/^user:/, '');

/** An entry in words. A kind that is not known here is told by its name and details. */
export function sentenceOf({ kind, actor, person, details }: AuditEntry, names: Names): string {
  const self = person !== null && idOf(actor.id) === person.id;
  const called = (id: string) => names.get(id) ?? roleNamed(id);
  const sentence = Object.hasOwn(sentences, kind) ? sentences[kind] : undefined;
  if (sentence) return sentence({ who: actor.name, whom: person?.name ?? actor.name, self, details, called });
  const said = Object.entries(details).map(([name, value]) => `${attribute(name)} ${value}`);
  const about = person && !self ? ` (${person.name})` : '';
  return `${actor.name}: ${spaced(kind)}${about}${said.length > 0 ? `: ${said.join(', ')}` : ''}`;
}

/** What stands below the sentence: permissions and addresses, which would make it long. */
export function factsOf({ details }: AuditEntry): string[] {
  const { address, permissions, scopes, email } = details;
  const granted = (list: string) => list.split(', ').map((one) => permissionWords[one as keyof typeof permissionWords] ?? one);
  return [
    ...(address ? [address] : []),
    ...(email ? [email] : []),
    ...(permissions ? granted(permissions) : []),
    ...(scopes ? granted(scopes) : []),
  ];
}
