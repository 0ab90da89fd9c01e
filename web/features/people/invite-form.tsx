import '@mantine/core/styles/Input.css';
import { Button, TextInput } from '@mantine/core';
import { lazy, useRef, useState, type FormEvent } from 'react';
import { CallProblem } from '../../app/call-problem.tsx';
import { toast } from '../../app/toast.ts';
import form from '../../ui/form.module.css';
import { messages } from './messages.ts';
import { useInviteMutation } from './people-api.ts';
import { filledTeam, type Place } from './place.ts';

const PlaceFields = lazy(() => import('./place-fields.tsx'));
const words = messages.form;
const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

/** Who is invited, as what, and where they belong. */
export default function InviteForm({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [place, setPlace] = useState<Place>({ roleId: 'frontline_staff', team: {}, servedBy: '' });
  const [submitted, setSubmitted] = useState(false);
  const [invite, { isLoading, error }] = useInviteMutation();
  const emailField = useRef<HTMLInputElement>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const emailFine = looksLikeEmail(email.trim());

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!emailFine) return emailField.current?.focus();
    if (!name.trim()) return nameField.current?.focus();
    const result = await invite({
      email: email.trim(),
      name: name.trim(),
      roleId: place.roleId,
      team: filledTeam(place.team),
      servedBy: place.servedBy.trim() || null,
    });
    if (!('data' in result)) return;
    void toast(words.sent(email.trim()));
    onClose();
  };
  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <TextInput
        ref={emailField}
        type="email"
        label={words.email}
        autoComplete="off"
        maxLength={254}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={submitted && !emailFine ? words.emailMissing : null}
        data-autofocus
      />
      <TextInput
        ref={nameField}
        label={words.name}
        autoComplete="off"
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={submitted && !name.trim() ? words.nameMissing : null}
      />
      <PlaceFields place={place} onChange={setPlace} />
      <CallProblem error={error} />
      <div className={form.actions}>
        <Button variant="default" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button type="submit" loading={isLoading}>
          {words.send}
        </Button>
      </div>
    </form>
  );
}
