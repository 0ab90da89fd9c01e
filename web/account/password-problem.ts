import { messages } from './messages.ts';

/** 8 to 128 characters as a person counts them; the contract, which decides, says the same. */
export function passwordProblem(password: string): string | null {
  const { length } = [...password.normalize('NFKC')];
  if (length < 8) return messages.shortPassword;
  return length > 128 ? messages.longPassword : null;
}
