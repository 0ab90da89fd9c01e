/** Words of the pages around signing in: registering, mail links, choosing a company. */
export const messages = {
  email: 'Email',
  name: 'Name',
  invalidEmail: 'Valid email is required',
  invalidName: 'A name is required.',
  backToSignIn: 'Back to Sign In',
  checkMail: 'Check Your Mail',

  register: 'Register',
  registerAt: (company: string | null) => (company ? `Make an account at ${company}.` : 'Make an account.'),

  forgotPassword: 'Forgot Password',
  forgotPrompt: 'Tell us your e-mail address, and we send you a link to choose a new password.',
  sendLink: 'Send Link',

  openingLink: 'Opening Your Link',
  expired: 'This Link Works No More',
  expiredInvitation: 'If it was an invitation, ask whoever invited you to send it again.',
  askForLink: 'Ask For A New Link',
  noToken: 'The link is not complete. Open it from your e-mail again, or copy all of it.',
  tryAgain: 'Try Again',

  choosePassword: 'Choose A Password',
  choosePrompt: (email: string) => `For ${email}.`,
  newPassword: 'New Password',
  passwordRule: '8 to 128 characters. Several words are better than one.',
  shortPassword: 'A password has at least 8 characters.',
  longPassword: 'A password has at most 128 characters.',
  savePassword: 'Save Password',

  join: (company: string) => `Join ${company}`,
  joinPrompt: (email: string) => `You sign in as ${email}.`,
  joinKnown: (email: string) => `You have an account already: ${email}. Your password stays as it is.`,

  confirmEmail: 'Confirm Your New Address',
  confirmPrompt: (email: string) => `From now on you sign in as ${email}.`,
  confirm: 'Confirm',

  choose: 'Choose A Company',
  choosePlace: 'You have an account at each of these.',
  loadingCompanies: 'Loading your companies …',
  choiceOver: 'Please sign in again to choose a company.',
} as const;
