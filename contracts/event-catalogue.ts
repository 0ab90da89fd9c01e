import { apiKeyEvents } from './api-keys.ts';
import { companyEvents, userEvents } from './identity.ts';
import { importEvents } from './importer.ts';
import type { EventContract } from './kit.ts';
import { roleEvents } from './people.ts';
import { contactEvents, responseEvents } from './responses.ts';
import { securityEvents } from './security.ts';
import { surveyEvents } from './surveys.ts';

/** Every event that Frankly stores. A feature adds its own here once. */
export const eventCatalogue: Readonly<Record<string, EventContract>> = {
  ...companyEvents,
  ...securityEvents,
  ...userEvents,
  ...roleEvents,
  ...apiKeyEvents,
  ...surveyEvents,
  ...responseEvents,
  ...contactEvents,
  ...importEvents,
};
