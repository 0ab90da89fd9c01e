import type { openLink } from '@frankly/contracts/sign-in';
import { useEffect, useState } from 'react';
import type * as z from 'zod';
import { EntryPage } from '../ui/entry/entry-page.tsx';
import { Field } from '../ui/entry/field.tsx';
import { PasswordField } from '../ui/entry/password-field.tsx';
import type { AccountData } from './account-data.ts';
import { type Answer, call, type Refusal } from './account-request.ts';
import { messages } from './messages.ts';
import { passwordProblem } from './password-problem.ts';
import { useForm } from './use-form.ts';

type Opened = z.infer<typeof openLink.reply>;

interface LinkPageProps {
  data: AccountData;
  token: string;
}

const incomplete: Answer<Opened> = { refusal: { code: 'link_expired', message: messages.noToken, fields: [] } };

/** Where a link from an e-mail leads: says what it is for, and does it when asked to. */
export function LinkPage({ data, token }: LinkPageProps) {
  const [answer, setAnswer] = useState<Answer<Opened> | null>(null);
  useEffect(() => {
    let left = false;
    const open = token ? call<Opened>('/ajax/link', { token }) : Promise.resolve(incomplete);
    void open.then((opened) => !left && setAnswer(opened));
    return () => {
      left = true;
    };
  }, [token]);

  if (!answer) {
    return (
      <EntryPage logo={data.logo} heading={messages.openingLink} announced={false} error="">
        <div className="opening" aria-busy="true" />
      </EntryPage>
    );
  }
  if ('refusal' in answer) return <Refused data={data} refusal={answer.refusal} />;
  return <Opened data={data} token={token} link={answer.reply} onGone={(refusal) => setAnswer({ refusal })} />;
}

function Refused({ data, refusal: { code, message } }: { data: AccountData; refusal: Refusal }) {
  if (code !== 'link_expired') {
    return (
      <EntryPage logo={data.logo} heading={messages.openingLink} announced={false} error={message}>
        <button type="button" className="primary" onClick={() => window.location.reload()}>
          {messages.tryAgain}
        </button>
      </EntryPage>
    );
  }
  return (
    <EntryPage logo={data.logo} heading={messages.expired} announced error="">
      <p>{message}</p>
      <p>{messages.expiredInvitation}</p>
      <a className="primary" href="/password">
        {messages.askForLink}
      </a>
      <div className="links">
        <a href="/login">{messages.backToSignIn}</a>
      </div>
    </EntryPage>
  );
}

interface OpenedProps extends LinkPageProps {
  link: Opened;
  /** Somebody else used it meanwhile, or it is too old now. */
  onGone: (refusal: Refusal) => void;
}

function Opened({ data, token, link, onGone }: OpenedProps) {
  const { purpose, email, company, hasPassword } = link;
  const asksPassword = purpose !== 'email' && !(hasPassword && purpose !== 'reset');
  const asksName = asksPassword && purpose === 'invitation';
  const form = useForm<'name' | 'password', { redirect: string }>({
    path: '/ajax/link/follow',
    fields: { name: link.name, password: '' },
    problems: ({ name, password }) => ({
      name: asksName && !name.trim() ? messages.invalidName : null,
      password: asksPassword ? passwordProblem(password) : null,
    }),
    body: ({ name, password }) => ({ token, ...(asksPassword && { password }), ...(asksName && { name: name.trim() }) }),
    onReply: ({ redirect }) => window.location.replace(redirect),
    onRefusal: (refusal) => {
      if (refusal.code === 'link_expired') onGone(refusal);
    },
  });
  const joins = messages.join(company);
  const { heading, prompt, button } = {
    reset: { heading: messages.choosePassword, prompt: messages.choosePrompt(email), button: messages.savePassword },
    email: { heading: messages.confirmEmail, prompt: messages.confirmPrompt(email), button: messages.confirm },
    register: { heading: joins, prompt: (hasPassword ? messages.joinKnown : messages.joinPrompt)(email), button: joins },
    invitation: { heading: joins, prompt: (hasPassword ? messages.joinKnown : messages.joinPrompt)(email), button: joins },
  }[purpose];

  return (
    <EntryPage logo={data.logo} heading={heading} announced error={form.error}>
      <form onSubmit={form.send} noValidate>
        <p>{prompt}</p>
        {asksName && <Field {...form.field('name')} title={messages.name} autoComplete="name" maxLength={200} />}
        {asksPassword && (
          <>
            {/* Tells a password manager whose password it is. */}
            <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
            <PasswordField
              {...form.field('password')}
              title={messages.newPassword}
              autoComplete="new-password"
              hint={messages.passwordRule}
            />
          </>
        )}
        <button className="primary" aria-busy={form.waiting || undefined}>
          {button}
        </button>
      </form>
    </EntryPage>
  );
}
