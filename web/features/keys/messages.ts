import type { ApiKeyRow } from '@frankly/contracts/api-keys';
import type { KeyScope } from '@frankly/contracts/permissions';

export const messages = {
  title: 'API keys',
  hint: 'With a key, another system records answers or reads figures of your company.',
  panel: 'Keys',
  count: (works: number) => `${works} in use`,
  create: 'New key',
  columns: { name: 'Name', prefix: 'Starts with', scopes: 'May', expires: 'Expires', state: 'State', actions: 'Actions' },
  scopes: {
    'responses.record': 'Record answers',
    'responses.view': 'See answers and figures',
    'responses.correct': 'Correct and void answers',
  } satisfies Record<KeyScope, string>,
  everything: 'Everything a key can do',
  never: 'Never',
  states: { works: 'Works', expired: 'Expired', revoked: 'Revoked' } satisfies Record<ApiKeyRow['state'], string>,
  empty: 'No keys yet',
  emptyMore: 'Create one for each system that sends answers to Frankly, so that each can be ended by itself.',

  form: {
    title: 'New API key',
    name: 'Name',
    nameHint: 'Which system uses it, for example “Till software”.',
    nameMissing: 'A key needs a name.',
    scopes: 'The key may',
    scopesMissing: 'Choose what the key may do.',
    expiry: 'Works until',
    expiries: { '30': 'In 30 days', '90': 'In 90 days', '365': 'In a year', date: 'On a date…', never: 'Never' },
    neverWarning: 'A key that never expires has to be revoked by hand when it is not needed any more.',
    date: 'Last day',
    dateMissing: 'Choose a day after today.',
    create: 'Create key',
    cancel: 'Cancel',
  },
  created: {
    title: 'Copy the secret now',
    warning: 'This is the only time that Frankly shows it. Keep it where passwords are kept; whoever has it can use it.',
    label: (name: string) => `Secret of ${name}`,
    copy: (label: string) => `Copy: ${label}`,
    copied: 'Copied',
    done: 'I have stored it',
  },
  revoke: {
    action: 'Revoke',
    actionOf: (name: string) => `Revoke ${name}`,
    title: (name: string) => `Revoke “${name}”?`,
    text: 'Whatever uses this key is refused from now on. A revoked key cannot be brought back.',
    confirm: 'Revoke key',
    done: 'The key is revoked.',
  },
} as const;
