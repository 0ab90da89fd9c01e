import * as z from 'zod';
import { defaultTime, TimeRange } from './filters.ts';
import { events, personal, route, text } from './kit.ts';
import { Permission } from './permission-schemas.ts';
import { questionTypes, QuestionType } from './question-types.ts';
import { RoleType } from './role-types.ts';

/** The first label of the company's host name. */
export const Slug = z
  .string()
  .regex(/^[a-z][a-z0-9-]{1,40}$/, 'A company name in addresses has lowercase letters, digits and dashes.');

export const TimeZone = z.string().refine(isTimeZone, 'A time zone looks like Europe/Amsterdam.');
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const CompanyId = z.uuid().brand('CompanyId');
export type CompanyId = z.infer<typeof CompanyId>;

export const attributeLimit = 64;

export const companyEvents = events({
  CompanyRegistered: z.object({ companyId: z.string(), slug: Slug, name: z.string().min(1).max(200), timeZone: TimeZone }),
  /** `slot` is the place of the attribute's codes in the fact table, from 1 to 64. */
  AttributeDefined: z.object({ name: z.string(), label: z.string(), slot: z.int().min(1).max(attributeLimit) }),
  /** Attributes from the widest level to the narrowest, e.g. region_c, store_c. */
  TeamHierarchyDefined: z.object({ levels: z.array(z.string()) }),
});

export const Email = text(254).regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Valid email is required');
export const PersonName = text(200).min(1, 'A name is required.');

/** Any Unicode, 8 to 128 characters as a person counts them. The 100,000 commonest are refused where it is set. */
export const NewPassword = z
  .string()
  .max(1_000)
  .refine((password) => characters(password) >= 8, 'A password has at least 8 characters.')
  .refine((password) => characters(password) <= 128, 'A password has at most 128 characters.');
const characters = (written: string): number => [...written.normalize('NFKC')].length;

export const signInMethods = ['password', 'google', 'okta', 'microsoft', 'saml'] as const;
export const SignInMethod = z.enum(signInMethods);
export type SignInMethod = z.infer<typeof SignInMethod>;

const about = { userId: z.string() };
/** Who was asked from where, sealed with the person's own key. */
const from = { subjectId: z.string().optional(), address: personal(z.string()).optional(), device: z.string().optional() };
const TeamValues = z.record(z.string(), z.string());
/** The role as it was named then; `roleId` is the built-in role of the type when absent. */
const held = { roleType: RoleType, role: z.string(), roleId: z.string().optional() };

/** In the stream of the person. None of them ever holds a secret. */
export const userEvents = events({
  UserInvited: z.object({ ...about, subjectId: z.string(), email: personal(z.string()), name: personal(z.string()), ...held }),
  UserRegistered: z.object({ ...about, subjectId: z.string(), email: personal(z.string()), name: personal(z.string()), ...held }),
  UserJoinedTeam: z.object({ ...about, team: TeamValues, servedBy: z.string().nullable() }),
  UserRoleChanged: z.object({ ...about, ...held }),
  UserDisabled: z.object(about),
  UserEnabled: z.object(about),
  UserEmailChanged: z.object({ ...about, subjectId: z.string(), email: personal(z.string()) }),
  SignedIn: z.object({ ...about, ...from, method: SignInMethod.optional() }),
  SignInRefused: z.object({
    ...about,
    ...from,
    reason: z.enum(['password', 'code', 'recovery_code', 'disabled', 'throttled', 'sso']),
  }),
  SignedOut: z.object(about),
  SessionsEnded: z.object({ ...about, count: z.int(), reason: z.enum(['person', 'password', 'disabled', 'mfa']) }),
  PasswordChanged: z.object({ ...about, by: z.enum(['person', 'link']) }),
  PasswordResetRequested: z.object(about),
  MfaEnrolled: z.object(about),
  /** By the person, or by somebody who manages people. */
  MfaReset: z.object(about),
  RecoveryCodesIssued: z.object({ ...about, count: z.int() }),
  RecoveryCodeUsed: z.object({ ...about, left: z.int() }),
  DeviceRemembered: z.object({ ...about, until: z.iso.datetime(), device: z.string().optional() }),
  SsoLinked: z.object({ ...about, method: SignInMethod }),
});

export const Me = z.object({
  permissions: z.array(Permission),
  company: z.object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    timeZone: z.string(),
    features: z.record(z.string(), z.boolean()),
  }),
  user: z.object({ id: z.string(), name: z.string(), email: z.string(), team: TeamValues, servedBy: z.string().nullable() }),
  activeMetrics: z.array(QuestionType),
  userRole: z.string(),
  userRoleType: RoleType,
  hasPushDevice: z.boolean(),
  userHasMlp: z.boolean(),
  selectedScorecard: z.string().nullable(),
  copilotDashboardFilters: z.object({ time: TimeRange }),
});
export type Me = z.infer<typeof Me>;

export const getMe = route('GET', '/me', { access: 'session', summary: 'Who is signed in, and where.', reply: Me });

/** What everybody starts with until a company says otherwise. */
export const meDefaults = {
  activeMetrics: [...questionTypes],
  hasPushDevice: false,
  userHasMlp: false,
  selectedScorecard: null,
  copilotDashboardFilters: { time: defaultTime },
};
