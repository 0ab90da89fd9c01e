/** Who did something, in words, for those who are no person and no key. */
const doors: Readonly<Record<string, (detail: string) => string>> = {
  system: () => 'Frankly',
  cli: (user) => `Command line (${user})`,
  import: (file) => `Import (${file})`,
  page: () => 'Survey page',
  key: () => 'An API key that is not known any more',
  user: () => 'Somebody who is not known any more',
};

/** `name` is that of the person or key behind the actor, when there is one. */
export function actorInWords(actor: string, name: string | null): string {
  if (name) return name;
  const [door = '', ...detail] = actor.split(':');
  return doors[door]?.(detail.join(':')) ?? actor;
}

/** The name of somebody who was forgotten is empty. */
export const personInWords = (name: string | null): string => name || 'Somebody who is not known any more';
