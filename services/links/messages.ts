/** The same for every address, so that nobody learns who has an account. */
export const linksWords = {
  resetAccepted: 'If this address has an account, a mail with a link is on its way. The link works once, for 30 minutes.',
  registrationAccepted:
    'If this address can have an account here, a mail with a link is on its way. The link works once, for 24 hours.',
} as const;
