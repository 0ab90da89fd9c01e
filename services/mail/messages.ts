/** What a mail says; `letter.tsx` says how it looks. */
export interface Letter {
  subject: string;
  heading: string;
  lines: readonly string[];
  action?: { label: string; url: string };
  /** Below the line, in small print. */
  after: string;
}

interface About {
  company: string;
  link: string;
}

const ignore = 'If you did not ask for this, you need not do anything.';
const notYou = 'If that was not you, choose a new password at once and tell your administrator.';

/** The words of every mail. `hello` is put before them. */
export const letters = {
  reset: ({ link }: Pick<About, 'link'>): Letter => ({
    subject: 'Choose a new Frankly password',
    heading: 'Choose a new password',
    lines: ['Somebody asked for a new password for this e-mail address. The link works once, for 30 minutes.'],
    action: { label: 'Choose a new password', url: link },
    after: `${ignore} Your password stays as it is.`,
  }),
  register: ({ company, link }: About): Letter => ({
    subject: `Confirm your e-mail address for ${company}`,
    heading: 'Confirm your e-mail address',
    lines: [`You are nearly there: confirm that this address is yours, and your account at ${company} is ready.`],
    action: { label: 'Confirm and continue', url: link },
    after: `The link works once, for 24 hours. ${ignore} No account is made.`,
  }),
  invitation: ({ company, link }: About): Letter => ({
    subject: `${company} invites you to Frankly`,
    heading: `Join ${company} on Frankly`,
    lines: [`${company} looks at what its customers say with Frankly, and would like you to see it too.`],
    action: { label: 'Accept the invitation', url: link },
    after: 'The link works once, for seven days. If it is too old, ask whoever invited you for a new one.',
  }),
  email: ({ link }: Pick<About, 'link'>): Letter => ({
    subject: 'Confirm your new e-mail address',
    heading: 'Confirm your new address',
    lines: ['Confirm that this is your new address for signing in to Frankly. Until then the one before works.'],
    action: { label: 'Use this address', url: link },
    after: `The link works once, for 30 minutes. ${ignore}`,
  }),
  accountExists: ({ company, link }: About): Letter => ({
    subject: `You have an account at ${company} already`,
    heading: 'You have an account already',
    lines: [`Somebody asked for an account at ${company} with this e-mail address. You have one, so just sign in.`],
    action: { label: 'Sign in', url: link },
    after: `Forgot your password? Ask for a new one on the sign-in page. ${ignore}`,
  }),
  addressTaken: ({ link }: Pick<About, 'link'>): Letter => ({
    subject: 'This e-mail address has an account already',
    heading: 'This address has an account already',
    lines: ['Somebody wanted to sign in to Frankly with this e-mail address from now on. It has an account of its own already.'],
    action: { label: 'Sign in', url: link },
    after: `Nothing was changed. ${ignore}`,
  }),
  noPassword: ({ link }: Pick<About, 'link'>): Letter => ({
    subject: 'Signing in to Frankly',
    heading: 'You do not need a password',
    lines: [
      'Somebody asked for a new password for this e-mail address. Your company signs in to Frankly with single sign-on instead.',
    ],
    action: { label: 'Sign in', url: link },
    after: ignore,
  }),
  passwordChanged: ({ link }: Pick<About, 'link'>): Letter => ({
    subject: 'Your Frankly password was changed',
    heading: 'Your password was changed',
    lines: ['You were signed out everywhere else, and devices that were remembered ask for the second step again.'],
    action: { label: 'Choose a new password', url: link },
    after: `If that was you, all is well. ${notYou}`,
  }),
  secondStepAdded: ({ link }: Pick<About, 'link'>): Letter => ({
    subject: 'Your account is safer now',
    heading: 'The second step is on',
    lines: ['From now on signing in asks for a code of your authenticator app. Keep your recovery codes in a safe place.'],
    action: { label: 'Open Frankly', url: link },
    after: `If that was you, all is well. ${notYou}`,
  }),
  secondStepRemoved: ({ link }: Pick<About, 'link'>): Letter => ({
    subject: 'The second step was removed from your account',
    heading: 'The second step is off',
    lines: ['Signing in does not ask for a code any more.'],
    action: { label: 'Open Frankly', url: link },
    after: `If that was you or your administrator, all is well. ${notYou}`,
  }),
  recoveryCodeUsed: ({ link }: Pick<About, 'link'>): Letter => ({
    subject: 'A recovery code was used',
    heading: 'A recovery code was used',
    lines: ['Somebody signed in to your account with one of your recovery codes. It cannot be used again.'],
    action: { label: 'Open Frankly', url: link },
    after: `If that was you, all is well. ${notYou}`,
  }),
  emailMoved: ({ link }: Pick<About, 'link'>): Letter => ({
    subject: 'You sign in with another address now',
    heading: 'Your e-mail address was changed',
    lines: ['Your Frankly account has a new e-mail address. This one does not sign in any more.'],
    action: { label: 'Sign in', url: link },
    after: 'If that was you, all is well. If not, tell your administrator at once.',
  }),
} as const;

export const hello = (name: string): string => (name ? `Hello ${name},` : 'Hello,');

export const outboxWords = {
  title: 'Mails',
  intro: 'Frankly runs in demo mode without SMTP_URL, so these mails were not sent.',
  empty: 'No mails yet. Ask for a new password on the sign-in page, and it will be here.',
  back: 'All mails',
  to: 'To',
  plain: 'As plain text',
  pretty: 'As it looks',
} as const;
