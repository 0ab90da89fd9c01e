/** Words of the pages that stand before the app. */
export const messages = {
  product: 'Frankly',
  showPassword: 'Show password',
  fine: (title: string) => `${title} is fine`,
  unreachable: 'Frankly could not be reached. Check your connection and try again.',
} as const;
