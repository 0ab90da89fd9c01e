import type { RoleType } from '@frankly/contracts/role-types';

export const messages = {
  title: 'Roles',
  hint: 'A role says what its people may do. Its type says whose answers they see.',
  define: 'New role',
  type: (name: string) => `Type: ${name}`,
  people: (count: number) =>
    count === 0 ? 'Nobody has it yet' : count === 1 ? '1 person' : `${count.toLocaleString('en')} people`,
  sees: {
    frontline_staff: 'Sees their own answers and the totals of their team.',
    frontline_manager: 'Sees the answers of their teams.',
    head_office: 'Sees every answer of the company.',
  } satisfies Record<RoleType, string>,
  fixed: 'Fixed',
  fixedMore: 'An administrator always may do everything, so that nobody is locked out.',
  nothing: 'May do nothing yet.',
  edit: 'Change',
  editOf: (name: string) => `Change ${name}`,
  readOnly: 'Your role does not include defining roles.',

  form: {
    newTitle: 'New role',
    editTitle: (name: string) => `Change “${name}”`,
    name: 'Name',
    nameMissing: 'A role needs a name.',
    type: 'Type',
    typeStays: 'The type of a role stays as it is.',
    permissions: 'People with this role may',
    beyondOwn: 'You can only grant what you may do yourself.',
    atOnce: (count: number) =>
      `This counts at once for ${count === 1 ? 'the one person who has' : `all ${count} people who have`} this role.`,
    create: 'Create role',
    save: 'Save',
    cancel: 'Cancel',
    nothingChanged: 'Nothing was changed.',
    created: 'The role is there.',
    saved: 'The role is changed.',
  },
} as const;
