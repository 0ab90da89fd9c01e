import type { ResponseRow } from '@frankly/contracts/feedback';
import { Button, Skeleton } from '@mantine/core';
import { IconEdit, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useMe } from '../../app/hooks.ts';
import { momentOf } from '../../ui/ago.ts';
import { CorrectForm, VoidForm } from './answer-forms.tsx';
import styles from './answers.module.css';
import { useHistoryQuery } from './feedback-api.ts';
import { useColumns } from './use-columns.ts';
import { messages } from './messages.ts';

const words = messages.responses;

/** Everything known about one answer, what happened to it, and how to put it right. */
export default function AnswerDetails({ row }: { row: ResponseRow }) {
  const { userRoleType } = useMe();
  const columns = useColumns();
  const [changing, setChanging] = useState<'correct' | 'void' | null>(null);
  const label = (column: string) => columns.find((one) => one.value === column)?.label ?? column;
  const facts: [string, string | null][] = [
    [words.answered, momentOf(row.answeredAt)],
    [words.staff, row.staff],
    [words.channel, row.channel],
    [words.segment, row.segment],
    ...Object.entries(row.attributes).map(([name, value]): [string, string] => [label(name), value]),
    [words.id, row.id],
  ];
  const close = () => setChanging(null);
  return (
    <div className={styles.details}>
      <dl className={styles.factsTable}>
        {facts.map(([name, value]) =>
          value ? (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      <History id={row.id} />
      {userRoleType !== 'frontline_staff' && changing === null && (
        <div className={styles.actions}>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconEdit size={15} aria-hidden />}
            onClick={() => setChanging('correct')}
          >
            {words.correct}
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconTrash size={15} aria-hidden />}
            onClick={() => setChanging('void')}
          >
            {words.void}
          </Button>
        </div>
      )}
      {changing === 'correct' && <CorrectForm row={row} onClose={close} />}
      {changing === 'void' && <VoidForm row={row} onClose={close} />}
    </div>
  );
}

/** What an event changed, as "score 9, comment …". */
function changes(data: Record<string, unknown>): string {
  const parts: string[] = [];
  if (typeof data['score'] === 'number') parts.push(`score ${data['score']}`);
  if (typeof data['source'] === 'string') parts.push(`by ${data['source']}`);
  if (typeof data['comment'] === 'string') parts.push(`“${data['comment']}”`);
  return parts.join(', ');
}

/** Who did something, in words: the history names callers as `kind:name`. */
function actorWords(actor: string, me: string): string {
  const [kind = '', name = ''] = actor.split(/:(.*)/s);
  return kind === 'user' && name === me ? words.you : (words.actors[kind]?.(name) ?? actor);
}

function History({ id }: { id: string }) {
  const { user } = useMe();
  const { data, isError } = useHistoryQuery(id);
  if (isError) return <p className={styles.silent}>{words.historyFailed}</p>;
  if (!data) return <Skeleton height={40} radius="md" />;
  return (
    <section aria-label={words.history}>
      <h3 className={styles.historyHead}>{words.history}</h3>
      <ol className={styles.history}>
        {data.history.map((event) => (
          <li key={event.position}>
            <p>
              <b>{words.events[event.type] ?? event.type}</b> {changes(event.data)}
            </p>
            {typeof event.data['reason'] === 'string' && <p className={styles.reason}>{event.data['reason']}</p>}
            <p className={styles.facts}>
              <span>{momentOf(event.at)}</span>
              <span>{actorWords(event.actor, user.id)}</span>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
