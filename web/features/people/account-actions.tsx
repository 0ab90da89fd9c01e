import type { PersonRow } from '@frankly/contracts/people';
import { Button } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { CallProblem } from '../../app/call-problem.tsx';
import { useMe } from '../../app/hooks.ts';
import { toast } from '../../app/toast.ts';
import form from '../../ui/form.module.css';
import { Setting } from '../../ui/setting.tsx';
import { Tag } from '../../ui/tag.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { messages } from './messages.ts';
import { useDisableMutation, useEnableMutation, useInviteAgainMutation, useResetMfaMutation } from './people-api.ts';
import styles from './people.module.css';
import { statusTones } from './status-tones.ts';

const words = messages.drawer;
type Action = 'disable' | 'enable' | 'reset' | 'again';

/** How somebody signs in, and what somebody who manages people can do about it. Each asks first. */
export function AccountActions({ person }: { person: PersonRow }) {
  const isMe = useMe().user.id === person.id;
  const [asking, setAsking] = useState<Action | null>(null);
  const ask = (action: Action, label: string, spoken: string) => (
    <Button variant="default" size="xs" aria-label={spoken} onClick={() => setAsking(action)}>
      {label}
    </Button>
  );
  const { name, status, mfa, lastSignIn } = person;
  return (
    <>
      <Setting
        label={
          <span className={styles.withTag}>
            {words.account} <Tag tone={statusTones[status]}>{messages.statuses[status]}</Tag>
          </span>
        }
        text={isMe ? words.isYou : words.accountOf[status]}
        control={
          !isMe && (
            <div className={styles.buttons}>
              {status === 'invited' && ask('again', words.again, words.againOf(name))}
              {status === 'disabled'
                ? ask('enable', words.enable, words.enableOf(name))
                : ask('disable', words.disable, words.disableOf(name))}
            </div>
          )
        }
      />
      <Setting
        label={words.mfa}
        text={mfa ? words.mfaOn : words.mfaOff}
        control={mfa && !isMe && ask('reset', words.reset, words.resetOf(name))}
      />
      <Setting label={words.lastSignIn} text={lastSignIn ? <TimeAgo iso={lastSignIn} /> : messages.never} />
      {asking && <Question key={asking} action={asking} person={person} onDone={() => setAsking(null)} />}
    </>
  );
}

interface QuestionProps {
  action: Action;
  person: PersonRow;
  onDone: () => void;
}

/** Says what is going to happen, and does it when that is wanted. */
function Question({ action, person, onDone }: QuestionProps) {
  const said = messages.confirm[action];
  const mutations = {
    disable: useDisableMutation(),
    enable: useEnableMutation(),
    reset: useResetMfaMutation(),
    again: useInviteAgainMutation(),
  };
  const [run, { isLoading, error }] = mutations[action];
  const box = useRef<HTMLElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    box.current?.focus();
    box.current?.scrollIntoView({ block: 'nearest' });
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const confirm = async () => {
    if (!('data' in (await run(person.id)))) return;
    void toast(said.done(person.name));
    onDone();
  };
  return (
    <section ref={box} className={styles.question} role="group" tabIndex={-1} aria-labelledby={id}>
      <h4 id={id}>{said.title(person.name)}</h4>
      <p>{said.text}</p>
      <CallProblem error={error} />
      <div className={form.actions}>
        <Button variant="default" size="sm" onClick={onDone}>
          {messages.confirm.cancel}
        </Button>
        <Button
          size="sm"
          loading={isLoading}
          onClick={confirm}
          {...(action === 'disable' || action === 'reset' ? { color: 'red.9' } : {})}
        >
          {said.confirm}
        </Button>
      </div>
    </section>
  );
}
