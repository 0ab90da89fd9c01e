import { createHash } from 'node:crypto';
import { apiKeyEvents } from '@frankly/contracts/api-keys';
import { companyEvents, userEvents } from '@frankly/contracts/identity';
import type { EventsOf } from '@frankly/contracts/kit';
import { roleEvents } from '@frankly/contracts/people';
import { securityEvents } from '@frankly/contracts/security';

const audited = { ...companyEvents, ...securityEvents, ...userEvents, ...roleEvents, ...apiKeyEvents };

export type AuditEvent =
  | EventsOf<typeof companyEvents>
  | EventsOf<typeof securityEvents>
  | EventsOf<typeof userEvents>
  | EventsOf<typeof roleEvents>
  | EventsOf<typeof apiKeyEvents>;
type Kind = AuditEvent['type'];

/** Every kind of entry there can be. */
export const auditKinds = (Object.keys(audited) as Kind[]).toSorted();

type Said = Readonly<Record<string, unknown>>;
type Telling = { [K in Kind]: (data: Extract<AuditEvent, { type: K }>['data']) => Said };

const nothing = () => ({});
const ofRole = ({ role, roleType }: { role: string; roleType: string }) => ({ role, roleType });

/** What an entry says beside who, whom and when. Fields are named one by one, so that a new one is not told by accident. */
const telling: Telling = {
  CompanyRegistered: ({ slug, name, timeZone }) => ({ slug, name, timeZone }),
  AttributeDefined: ({ name, label }) => ({ attribute: name, label }),
  TeamHierarchyDefined: ({ levels }) => ({ levels }),
  CompanySettingsChanged: ({ changes }) => changes,
  OidcConfigured: ({ provider, settings: { issuer, clientId } }) => ({ provider, issuer, clientId }),
  SamlConfigured: ({ settings: { name, entityId, signInUrl, metadataUrl, certificates } }) => ({
    name,
    entityId,
    signInUrl,
    metadataUrl,
    certificates: certificates.map(fingerprint),
  }),
  SsoRemoved: ({ provider }) => ({ provider }),
  DomainAdded: ({ domain }) => ({ domain }),
  DomainVerified: ({ domain, by }) => ({ domain, by }),
  DomainRemoved: ({ domain }) => ({ domain }),
  UserInvited: ofRole,
  UserRegistered: ofRole,
  UserJoinedTeam: ({ team, servedBy }) => ({ ...team, servedBy }),
  UserRoleChanged: ofRole,
  UserDisabled: nothing,
  UserEnabled: nothing,
  UserEmailChanged: nothing,
  SignedIn: ({ method, device }) => ({ method, device }),
  SignInRefused: ({ reason, device }) => ({ reason, device }),
  SignedOut: nothing,
  SessionsEnded: ({ count, reason }) => ({ count, reason }),
  PasswordChanged: ({ by }) => ({ by }),
  PasswordResetRequested: nothing,
  MfaEnrolled: nothing,
  MfaReset: nothing,
  RecoveryCodesIssued: ({ count }) => ({ count }),
  RecoveryCodeUsed: ({ left }) => ({ left }),
  DeviceRemembered: ({ until, device }) => ({ until, device }),
  SsoLinked: ({ method }) => ({ method }),
  RoleDefined: ({ name, roleType, permissions }) => ({ role: name, roleType, permissions }),
  RoleRenamed: ({ roleId, name }) => ({ roleId, role: name }),
  PermissionsChanged: ({ roleId, permissions }) => ({ roleId, permissions }),
  ApiKeyCreated: ({ name, prefix, scopes, expiresAt }) => ({ name, prefix, scopes, expiresAt }),
  ApiKeyRevoked: ({ keyId }) => ({ keyId }),
};

/** The plain details of an event, in words. */
export const detailsOf = ({ type, data }: AuditEvent): Record<string, string> =>
  inWords((telling[type] as (data: AuditEvent['data']) => Said)(data));

/** What goes when its subject is forgotten: fields that were sealed, opened. Null when there are none. */
export function personalOf({ type, data }: AuditEvent): Record<string, string> | null {
  const fields = audited[type].personal.map(([field]) => [field!, (data as Said)[field!]]);
  const words = inWords(Object.fromEntries(fields));
  return Object.keys(words).length > 0 ? words : null;
}

const inWords = (said: Said): Record<string, string> =>
  Object.fromEntries(
    Object.entries(said).flatMap(([field, value]) => {
      if (value === undefined || value === null) return [];
      if (typeof value === 'boolean') return [[field, value ? 'yes' : 'no']];
      return [[field, Array.isArray(value) ? value.join(', ') : String(value)]];
    }),
  );

/** By which a certificate is known; nobody reads the whole of it. */
const fingerprint = (pem: string): string => {
  const der = Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64');
  return `SHA-256 ${createHash('sha256').update(der).digest('hex')}`;
};
