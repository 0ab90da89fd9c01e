import './second-steps.css';
import type { LoginData, LoginReply } from '@frankly/contracts/sign-in';
import { type Dispatch, type KeyboardEvent, type SyntheticEvent, useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { EntryPage } from '../ui/entry/entry-page.tsx';
import { Field } from '../ui/entry/field.tsx';
import { type Credentials, leaveFor, signIn } from './login-request.ts';
import { messages } from './messages.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import {
  addedFields,
  begin,
  type CodeField,
  obstacle,
  type SignInAction,
  signInReducer,
  type SignInState,
} from './sign-in-state.ts';
import { stepMessages as words } from './step-messages.ts';

interface SecondStepsProps {
  data: LoginData;
  credentials: Credentials;
  /** What the server said to the credentials. */
  reply: LoginReply;
  onStartOver: (error: string) => void;
}

/** The views after the first. Each sends e-mail and password again, with what it asked for. */
export function SecondSteps({ data, credentials, reply, onStartOver }: SecondStepsProps) {
  const [state, dispatch] = useReducer(signInReducer, reply, begin);
  const { view, error, turn, waiting, redirect } = state;
  const startOver = useEffectEvent(onStartOver);
  useEffect(() => {
    if (view === 'credentials') startOver(error);
    if (view === 'left') leaveFor(redirect);
  }, [view, error, redirect]);

  const send = async (event?: SyntheticEvent) => {
    event?.preventDefault();
    if (waiting) return;
    const lacking = obstacle(state);
    if (lacking) return dispatch({ type: 'stopped', error: lacking });
    dispatch({ type: 'sent' });
    const answer = await signIn({ ...credentials, redirect: data.redirect, ...addedFields(state) });
    dispatch(
      'reply' in answer ? { type: 'answered', turn: turn + 1, ...answer } : { type: 'refused', turn: turn + 1, ...answer },
    );
  };

  const step = { state, dispatch, send };
  const shown = view === 'credentials' || view === 'left' ? null : view;
  if (!shown) return null;
  const heading = words.headings[shown === 'codes' && state.enrolled ? 'enrolled' : shown];
  return (
    <EntryPage logo={data.logo} heading={heading} announced={shown === 'enrolment' || shown === 'codes'} error={error}>
      {shown === 'mfa' && <MfaPrompt {...step} />}
      {shown === 'recovery' && <RecoveryPrompt {...step} />}
      {shown === 'enrolment' && <Enrolment {...step} />}
      {shown === 'codes' && <RecoveryCodes codes={state.recoveryCodes} onDone={() => dispatch({ type: 'done' })} />}
    </EntryPage>
  );
}

interface StepProps {
  state: SignInState;
  dispatch: Dispatch<SignInAction>;
  /** Sends the view as it is, or says in the banner what is missing. */
  send: (event?: SyntheticEvent) => void;
}

const sixCharacters = (text: string): string => text.replace(/\s/g, '').slice(0, 6);
const thirteenCharacters = (text: string): string => text.trim().slice(0, 13);

/** A field for a code. It has the focus at once, and after a refusal its code is selected, ready to be typed over. */
function useCode({ state, dispatch }: StepProps, name: CodeField, clean: (text: string) => string, atOnce = true) {
  const input = useRef<HTMLInputElement>(null);
  const pick = useEffectEvent((_turn: number) => {
    if (!atOnce && !state.error) return;
    input.current?.focus();
    input.current?.select();
  });
  const turn = state.waiting ? 0 : state.turn;
  useEffect(() => pick(turn), [turn]);
  return {
    ref: input,
    name,
    clean,
    value: state[name],
    touched: state.touched,
    onTouched: () => dispatch({ type: 'touched' }),
    onChange: (value: string) => dispatch({ type: 'typed', field: name, value: clean(value) }),
    autoComplete: 'one-time-code',
    autoCapitalize: 'none',
    spellCheck: false,
  };
}

/** A number field takes signs, and arrow keys change it; a code has neither. */
const onlyDigits = (event: KeyboardEvent) => {
  if (/^([eE+\-.,]|Arrow(Up|Down))$/.test(event.key)) event.preventDefault();
};

function MfaPrompt(step: StepProps) {
  const { state, dispatch, send } = step;
  const code = useCode(step, 'code', sixCharacters);
  return (
    <form onSubmit={send} noValidate>
      <Field
        {...code}
        title={words.codeTitle}
        type="number"
        inputMode="numeric"
        placeholder={words.codePlaceholder}
        problem={state.code ? null : words.emptyCode}
        onKeyDown={onlyDigits}
      />
      <label className="tick">
        <input
          type="checkbox"
          checked={state.rememberDevice}
          onChange={(event) => dispatch({ type: 'remembered', rememberDevice: event.target.checked })}
        />
        {words.rememberDevice}
      </label>
      <Primary waiting={state.waiting}>{messages.signIn}</Primary>
      <div className="links">
        <a href="/password">{messages.forgotPassword}</a>
        <a
          href="#recovery"
          onClick={(event) => {
            event.preventDefault();
            dispatch({ type: 'lostAccess' });
          }}
        >
          {words.lostAccess}
        </a>
      </div>
    </form>
  );
}

function RecoveryPrompt(step: StepProps) {
  const { state, dispatch, send } = step;
  const code = useCode(step, 'recoveryCode', thirteenCharacters);
  return (
    <form onSubmit={send} noValidate>
      <p>{words.recoveryPrompt}</p>
      <Field
        {...code}
        title={words.recoveryTitle}
        autoComplete="off"
        maxLength={13}
        problem={state.recoveryCode ? null : words.invalidRecoveryCode}
      />
      <div className="pair">
        <button type="button" className="plain" onClick={() => dispatch({ type: 'startedOver' })}>
          {words.back}
        </button>
        <Primary waiting={state.waiting}>{words.submit}</Primary>
      </div>
    </form>
  );
}

/** The sixth character sends the code. */
function Enrolment(step: StepProps) {
  const { state, dispatch, send } = step;
  const code = useCode(step, 'code', sixCharacters, false);
  const sendWhole = useEffectEvent((text: string) => {
    if (text.length === 6) send();
  });
  useEffect(() => sendWhole(state.code), [state.code]);
  return (
    <form onSubmit={send} noValidate>
      <p>{words.scan}</p>
      <div className="scan">
        <img src={state.qr} width={200} height={200} alt={words.qr} />
        <p>
          {words.secret}
          <code>{state.secret}</code>
        </p>
      </div>
      <Field
        {...code}
        title={words.enrolmentTitle}
        inputMode="numeric"
        problem={state.code.length === 6 ? null : words.invalidEnrolmentCode}
      />
      <p role="status" className="status">
        {state.waiting && words.fetching}
      </p>
      <div className="pair">
        <button type="button" className="plain" onClick={() => dispatch({ type: 'startedOver' })}>
          {words.cancel}
        </button>
        <Primary waiting={state.waiting}>{words.verify}</Primary>
      </div>
    </form>
  );
}

const Primary = ({ waiting, children }: { waiting: boolean; children: string }) => (
  <button className="primary" aria-busy={waiting || undefined}>
    {children}
  </button>
);
