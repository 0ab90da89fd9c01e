import type { LoginData, LoginReply } from '@frankly/contracts/sign-in';
import { useEffect, useRef, useState } from 'react';
import { messages as entry } from '../ui/entry/entry-messages.ts';
import { EntryPage } from '../ui/entry/entry-page.tsx';
import { CredentialsView } from './credentials.tsx';
import { asksForMore, leaveFor, signIn } from './login-request.ts';
import { messages } from './messages.ts';
import type * as Bot from './recaptcha.tsx';
import type * as Steps from './second-steps.tsx';

/** The credentials, and whatever view the server's answer leads to. */
export function SignInPage({ data }: { data: LoginData }) {
  const [credentials, setCredentials] = useState({ email: '', password: '' });
  const [error, setError] = useState(data.error);
  const [waiting, setWaiting] = useState(false);
  const [more, setMore] = useState<{ SecondSteps: typeof Steps.SecondSteps; reply: LoginReply }>();
  const [again, setAgain] = useState(false);
  const [tries, setTries] = useState(0);
  const [bot, setBot] = useState<typeof Bot>();
  const challenge = useRef('');
  useEffect(() => {
    if (data.enabledGLogin) void import('./staff-login.ts').then(({ followStaffLogin }) => followStaffLogin(data));
  }, [data]);
  useEffect(() => {
    if (data.hasRecaptcha) import('./recaptcha.tsx').then(setBot, () => setError(entry.unreachable));
  }, [data.hasRecaptcha]);

  const send = async () => {
    if (waiting) return;
    if (data.hasRecaptcha && !challenge.current) return setError(messages.emptyRecaptcha);
    setError('');
    setWaiting(true);
    const [answer, steps] = await Promise.all([
      signIn({ ...credentials, redirect: data.redirect, 'g-recaptcha-response': challenge.current }),
      // They come while the server thinks: who needs them does not wait, and who does not pays nothing before the page is there.
      import('./second-steps.tsx').catch(() => null),
    ]);
    const reply = 'reply' in answer ? answer.reply : null;
    if (reply && !asksForMore(reply)) return leaveFor(reply.redirect);
    if (reply && steps) setMore({ SecondSteps: steps.SecondSteps, reply });
    else setError('error' in answer ? answer.error : entry.unreachable);
    setTries(tries + 1);
    setWaiting(false);
  };

  if (more) {
    const startOver = (why: string) => {
      setMore(undefined);
      setAgain(true);
      setError(why);
    };
    return <more.SecondSteps data={data} credentials={credentials} reply={more.reply} onStartOver={startOver} />;
  }
  return (
    <EntryPage logo={data.logo} heading={messages.signIn} announced={false} error={error}>
      <CredentialsView data={data} {...{ credentials, waiting, again }} onChange={setCredentials} onSend={send}>
        {bot && data.recaptcha && (
          <bot.Recaptcha
            key={tries}
            siteKey={data.recaptcha}
            onAnswer={(token) => {
              challenge.current = token;
            }}
            onFailure={setError}
          />
        )}
      </CredentialsView>
    </EntryPage>
  );
}
