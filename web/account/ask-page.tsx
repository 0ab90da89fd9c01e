import type { requestReset } from '@frankly/contracts/sign-in';
import { useState } from 'react';
import type * as z from 'zod';
import { EntryPage } from '../ui/entry/entry-page.tsx';
import { Field } from '../ui/entry/field.tsx';
import { isEmail } from '../ui/entry/page-data.ts';
import type { AccountData } from './account-data.ts';
import { messages } from './messages.ts';
import { useForm } from './use-form.ts';

interface AskPageProps {
  data: AccountData;
  /** Else: forgot the password. */
  registers: boolean;
}

/** Asks for a mail: to register, or to choose a new password. The reply is the same for every address. */
export function AskPage({ data, registers }: AskPageProps) {
  const [sent, setSent] = useState('');
  const form = useForm<'name' | 'email', z.infer<typeof requestReset.reply>>({
    path: registers ? '/ajax/register' : '/ajax/password',
    fields: { name: '', email: '' },
    problems: ({ name, email }) => ({
      name: registers && !name.trim() ? messages.invalidName : null,
      email: isEmail(email) ? null : messages.invalidEmail,
    }),
    body: ({ name, email }) => (registers ? { name: name.trim(), email: email.trim() } : { email: email.trim() }),
    onReply: ({ message }) => setSent(message),
  });
  const heading = registers ? messages.register : messages.forgotPassword;

  return (
    <EntryPage logo={data.logo} heading={sent ? messages.checkMail : heading} announced={sent !== ''} error={form.error}>
      {sent ? (
        <p>{sent}</p>
      ) : (
        <form onSubmit={form.send} noValidate>
          <p>{registers ? messages.registerAt(data.company) : messages.forgotPrompt}</p>
          {registers && <Field {...form.field('name')} title={messages.name} autoComplete="name" maxLength={200} />}
          <Field
            {...form.field('email')}
            title={messages.email}
            type="email"
            autoComplete="email"
            inputMode="email"
            maxLength={254}
          />
          <button className="primary" aria-busy={form.waiting || undefined}>
            {registers ? messages.register : messages.sendLink}
          </button>
        </form>
      )}
      <div className="links">
        <a href="/login">{messages.backToSignIn}</a>
      </div>
    </EntryPage>
  );
}
