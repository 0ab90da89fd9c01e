import type { PersonRow } from '@frankly/contracts/people';
import { Button, Skeleton } from '@mantine/core';
import { lazy, Suspense, useState, type FormEvent } from 'react';
import { CallProblem } from '../../app/call-problem.tsx';
import { useMe } from '../../app/hooks.ts';
import { toast } from '../../app/toast.ts';
import form from '../../ui/form.module.css';
import { AccountActions } from './account-actions.tsx';
import { messages } from './messages.ts';
import { useChangePersonMutation } from './people-api.ts';
import styles from './people.module.css';
import { placeChanges, placeOf } from './place.ts';

const PlaceFields = lazy(() => import('./place-fields.tsx'));
const words = messages.drawer;

/** How somebody signs in, what they may do, and where they belong. */
export default function PersonDetails({ person }: { person: PersonRow }) {
  return (
    <div className={styles.drawer}>
      <p className={styles.email}>{person.email}</p>
      <section aria-labelledby="person-sign-in">
        <h3 id="person-sign-in">{words.sign}</h3>
        <AccountActions person={person} />
      </section>
      <section aria-labelledby="person-place">
        <h3 id="person-place">{words.place}</h3>
        <PlaceForm person={person} />
      </section>
    </div>
  );
}

function PlaceForm({ person }: { person: PersonRow }) {
  const [place, setPlace] = useState(() => placeOf(person));
  const [unchanged, setUnchanged] = useState(false);
  const [change, { isLoading, error }] = useChangePersonMutation();
  const isMe = useMe().user.id === person.id;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const changes = placeChanges(person, place);
    const nothing = Object.keys(changes).length === 0;
    setUnchanged(nothing);
    if (nothing) return;
    if ('data' in (await change({ id: person.id, ...changes }))) void toast(messages.form.saved);
  };
  return (
    <form className={form.form} onSubmit={submit} noValidate>
      {isMe && <p className={form.hint}>{words.ownPlace}</p>}
      <Suspense fallback={<Skeleton height={260} radius="md" />}>
        <PlaceFields place={place} onChange={setPlace} />
      </Suspense>
      {unchanged && (
        <p className={form.warning} role="status">
          {messages.form.nothingChanged}
        </p>
      )}
      <CallProblem error={error} />
      <div className={form.actions}>
        <Button type="submit" loading={isLoading}>
          {messages.form.save}
        </Button>
      </div>
    </form>
  );
}
