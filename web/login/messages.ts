/** Words of the first view. The later ones bring their own. */
export const messages = {
  signIn: 'Sign In',
  signingIn: 'Signing in…',
  email: 'Email',
  password: 'Password',
  signInWith: (provider: string) => `Sign in with ${provider}`,
  or: 'or',
  forgotPassword: 'Forgot Password',
  register: 'Register',
  invalidEmail: 'Valid email is required',
  invalidPassword: 'Invalid Password',
  emptyRecaptcha: 'Please complete reCAPTCHA challenge',
  demoHeading: 'Try the demo: choose who you are',
} as const;
