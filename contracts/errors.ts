import * as z from 'zod';

/** Every refusal, by its stable code: the HTTP status and the words a person reads. */
export const problems = {
  invalid_input: [422, 'Some of this could not be understood. The fields below say what to change.'],
  bad_request: [400, 'This request could not be understood.'],
  invalid_json: [400, 'The body is not valid JSON.'],
  unsupported_media: [415, 'Send JSON (application/json) or one JSON object per line (application/x-ndjson).'],
  too_large: [413, 'That is too much for one request. Send it in smaller parts.'],
  too_many_lines: [413, 'A batch holds at most 5,000 answers. Send it in smaller parts.'],
  not_found: [404, 'There is nothing at this address.'],
  not_signed_in: [401, 'Please sign in first.'],
  key_required: [401, 'Send an API key: Authorization: Bearer fk_…'],
  key_refused: [401, 'This API key is not known, or it was revoked.'],
  cross_site: [403, 'This request came from another site and was refused.'],
  not_allowed: [403, 'Your role may not do this. Please ask your manager.'],
  sign_in_refused: [401, 'That e-mail and password do not match.'],
  too_many_attempts: [429, 'Too many attempts. Please wait a few minutes and try again.'],
  code_refused: [401, 'That code is not right. Codes change every 30 seconds: please use the newest one.'],
  recovery_code_refused: [401, 'That recovery code is not right, or it was used before.'],
  recaptcha_refused: [401, 'Please complete reCAPTCHA challenge'],
  fresh_sign_in_needed: [403, 'Please confirm that it is you first.'],
  sign_in_again: [409, 'You sign in without a password. Please sign out and in again, then do this within ten minutes.'],
  password_sign_in_needed: [
    403,
    'This belongs to signing in with a password, and you have none yet. “Forgot Password” on the sign-in page gives you one.',
  ],
  password_common: [422, 'This password is on lists that attackers try first. Please choose another one.'],
  link_expired: [410, 'This link was used already or is too old. Please ask for a new one.'],
  sso_refused: [401, 'Single sign-on did not work. Please try again or ask your administrator.'],
  sso_unknown: [404, 'This way of signing in is not set up here.'],
  sso_no_account: [403, 'There is no account for you here yet. Please ask your administrator for an invitation.'],
  user_unknown: [404, 'There is no person with this id.'],
  user_disabled: [409, 'This account is disabled. Enable it first.'],
  user_is_you: [409, 'You cannot do this to your own account.'],
  last_administrator: [409, 'Somebody has to stay administrator. Make another person one first.'],
  role_unknown: [404, 'There is no role with this id.'],
  role_fixed: [409, 'The administrator’s role always may do everything.'],
  role_exists: [409, 'There is a role with this name already.'],
  more_than_own: [403, 'You can only grant what you may do yourself.'],
  mfa_enforced: [409, 'Your company asks everybody for a second step, so it cannot be switched off.'],
  mfa_not_begun: [409, 'Start again: scan a new code first.'],
  mfa_elsewhere: [409, 'This person also signs in at another company, so only they can change their second step.'],
  domain_unknown: [404, 'This domain is not on the list.'],
  domain_not_proven: [409, 'The DNS record was not found yet. It can take an hour to show up.'],
  session_unknown: [404, 'This session has ended already.'],
  revision_conflict: [409, 'Somebody else changed this a moment ago. Load it again and repeat your change.'],
  answer_differs: [409, 'An answer with this id was recorded before with other content. Correct it instead.'],
  answer_unknown: [404, 'There is no answer with this id.'],
  answer_voided: [409, 'This answer was voided, so it cannot be changed.'],
  survey_taken: [409, 'Another company has a survey at this address. Choose another one.'],
  company_unknown: [404, 'There is no company with this name.'],
  company_exists: [409, 'A company with this name exists already.'],
  email_taken: [409, 'This e-mail address has an account already.'],
  key_unknown: [404, 'There is no API key with this id.'],
  too_many_attributes: [422, 'A company can have 64 attributes; this would be one more.'],
  subject_unknown: [404, 'There is no contact like this.'],
  invalid_file_type: [415, 'Invalid File Type'],
  invalid_file: [422, 'Invalid File'],
  invalid_csv_file: [422, 'Invalid CSV File'],
  importer_busy: [409, 'Importer Busy'],
  unavailable: [503, 'Frankly cannot save anything right now. Nothing was lost; please try again shortly.'],
  internal: [500, 'Something went wrong on our side. Please try again.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ProblemCode = keyof typeof problems;

export const FieldProblem = z.object({ path: z.string(), message: z.string() });
export type FieldProblem = z.infer<typeof FieldProblem>;

/** The one shape of a refusal. */
export const Problem = z.object({
  error: z.string().meta({ description: 'A stable code.' }),
  message: z.string().meta({ description: 'Words for a person.' }),
  fields: z.array(FieldProblem).optional(),
});
export type Problem = z.infer<typeof Problem>;

/** A refusal with a stable code. `fields` names what to change. */
export class DomainError extends Error {
  override name = 'DomainError';
  constructor(
    readonly code: ProblemCode,
    readonly fields?: readonly FieldProblem[],
  ) {
    super(problems[code][1]);
  }
  get status(): number {
    return problems[this.code][0];
  }
  toProblem(): Problem {
    return { error: this.code, message: this.message, ...(this.fields ? { fields: [...this.fields] } : {}) };
  }
}

/** A refusal of input, one line per field that has to change. */
export const invalid = (...fields: FieldProblem[]): DomainError => new DomainError('invalid_input', fields);

/** Field problems of a failed zod parse, each with the dotted path of the field. */
export const fieldProblems = (error: z.ZodError): FieldProblem[] =>
  error.issues.map((issue) => ({
    path: issue.path.map(String).join('.'),
    message: issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? issue.message) : issue.message,
  }));
