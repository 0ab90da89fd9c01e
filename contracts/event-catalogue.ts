import { apiKeyEvents, companyEvents, userEvents } from './identity.ts';
import { importEvents } from './importer.ts';
import type { EventContract } from './kit.ts';
import { contactEvents, responseEvents } from './responses.ts';
import { surveyEvents } from './surveys.ts';

/** Every event that Frankly stores. A feature adds its own here once. */
export const eventCatalogue: Readonly<Record<string, EventContract>> = {
  ...companyEvents,
  ...userEvents,
  ...apiKeyEvents,
  ...surveyEvents,
  ...responseEvents,
  ...contactEvents,
  ...importEvents,
};
