import * as z from 'zod';
import { defaultTime, TimeRange } from './filters.ts';
import { events, personal, route } from './kit.ts';
import { questionTypes, QuestionType } from './question-types.ts';

export const roleTypes = ['frontline_staff', 'frontline_manager', 'head_office'] as const;
export const RoleType = z.enum(roleTypes);
export type RoleType = z.infer<typeof RoleType>;

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
});

export const userEvents = events({
  UserRegistered: z.object({
    subjectId: z.string(),
    userId: z.string(),
    email: personal(z.string()),
    name: personal(z.string()),
    roleType: RoleType,
    role: z.string(),
  }),
  SignedIn: z.object({ userId: z.string() }),
});

export const apiKeyEvents = events({
  ApiKeyCreated: z.object({ keyId: z.string(), name: z.string().min(1).max(100), prefix: z.string() }),
  ApiKeyRevoked: z.object({ keyId: z.string() }),
});

/** `error` holds the words that the sign-in page shows; `code` is the stable one. */
export const SignInProblem = z.object({ error: z.string(), code: z.string() });

export const login = route('POST', '/ajax/login', {
  access: 'public',
  summary: 'Sign in with e-mail and password.',
  body: z.object({ email: z.string().max(254), password: z.string().max(1_000), redirect: z.string().max(2_000).optional() }),
  reply: z.object({ redirect: z.string() }),
});

export const logout = route('POST', '/ajax/logout', {
  access: 'session',
  summary: 'Sign out of this session.',
  reply: z.object({ redirect: z.string() }),
});

export const Me = z.object({
  permissions: z.array(z.string()),
  company: z.object({ id: z.string(), slug: z.string(), name: z.string(), timeZone: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  activeMetrics: z.array(QuestionType),
  userRole: z.string(),
  userRoleType: RoleType,
  copilotDashboardFilters: z.object({ time: TimeRange }),
});
export type Me = z.infer<typeof Me>;

export const getMe = route('GET', '/me', { access: 'session', summary: 'Who is signed in, and where.', reply: Me });

/** What everybody starts with until a company says otherwise. */
export const meDefaults = { activeMetrics: [...questionTypes], copilotDashboardFilters: { time: defaultTime } };

/** Data of the sign-in page: the JSON attribute `data-login` of `#login-data`. */
export const LoginData = z.object({
  logo: z.string(),
  error: z.string(),
  redirect: z.string(),
  emailLoginEnabled: z.boolean(),
  canSelfRegister: z.boolean(),
  hasOauthLogins: z.boolean(),
  hasRecaptcha: z.boolean(),
  demo: z.array(z.object({ email: z.string(), password: z.string(), role: z.string() })).optional(),
});
export type LoginData = z.infer<typeof LoginData>;
