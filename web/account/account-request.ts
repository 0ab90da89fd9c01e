import type { FieldProblem } from '@frankly/contracts/errors';
import { messages } from '../ui/entry/entry-messages.ts';

export interface Refusal {
  /** Stable, or empty when Frankly could not be reached. */
  code: string;
  /** For the banner; empty when the fields say it all. */
  message: string;
  fields: readonly FieldProblem[];
}
export type Answer<T> = { reply: T } | { refusal: Refusal };

export async function call<T>(path: string, body?: object): Promise<Answer<T>> {
  const unreachable = { refusal: { code: '', message: messages.unreachable, fields: [] } };
  const asks = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  try {
    const response = await fetch(path, {
      ...asks,
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
    });
    const said: unknown = await response.json();
    return response.ok ? { reply: said as T } : { refusal: refusalOf(said as Said) };
  } catch {
    return unreachable;
  }
}

interface Said {
  error?: string;
  code?: string;
  message?: string;
  fields?: readonly FieldProblem[];
}

/** A refusal names its code in `error` and its words in `message`; routes of the sign-in page have the words in `error`. */
const refusalOf = ({ error = '', code, message, fields = [] }: Said): Refusal => ({
  code: code ?? error,
  message: fields.length > 0 ? '' : message || (code ? error : '') || messages.unreachable,
  fields,
});
