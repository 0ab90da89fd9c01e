import { auditEntries } from '@frankly/projections/audit/audit-entries';
import type { Projection } from '@frankly/projections/engine/projection';
import { feedbackFacts } from '@frankly/projections/feedback/feedback-facts';
import { responseDetails } from '@frankly/projections/feedback/response-details';
import { apiKeys } from '@frankly/projections/identity/api-keys';
import { companySecurity } from '@frankly/projections/identity/company-security';
import { companies } from '@frankly/projections/identity/companies';
import { roles } from '@frankly/projections/identity/roles';
import { users } from '@frankly/projections/identity/users';
import { companyDomains } from '@frankly/projections/security/company-domains';
import { ssoSettings } from '@frankly/projections/security/sso-settings';
import { publishedSurveys } from '@frankly/projections/surveys/published-surveys';

/** Every read model there is. A feature adds its own here once. */
export const readModels: readonly Projection[] = [
  companies,
  companySecurity,
  users,
  roles,
  ssoSettings,
  companyDomains,
  apiKeys,
  publishedSurveys,
  feedbackFacts,
  responseDetails,
  auditEntries,
];
