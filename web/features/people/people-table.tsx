import type { PersonRow } from '@frankly/contracts/people';
import { useMe } from '../../app/hooks.ts';
import { Cell, Row, Table } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { messages } from './messages.ts';
import { useHierarchyQuery } from './people-api.ts';
import styles from './people.module.css';
import { statusTones } from './status-tones.ts';

const { columns } = messages;
const heads = Object.values(columns).map((label) => ({ label }));

interface PeopleTableProps {
  people: readonly PersonRow[];
  changing: boolean;
  onOpen: (id: string) => void;
}

export function PeopleTable({ people, changing, onOpen }: PeopleTableProps) {
  const { user } = useMe();
  const { data: hierarchy } = useHierarchyQuery();
  /** From the widest level to the narrowest, then what once was a level. */
  const places = (team: PersonRow['team']): string => {
    const levels = hierarchy?.levels.map(({ attribute }) => attribute) ?? [];
    const others = Object.keys(team).filter((attribute) => !levels.includes(attribute));
    return [...levels, ...others].flatMap((attribute) => team[attribute] ?? []).join(' · ');
  };
  return (
    <Table label={messages.list} columns={heads} widths="2.2fr 1.2fr 1.6fr 100px 96px 120px" changing={changing}>
      {people.map((person) => (
        <Row key={person.id} quiet={person.status === 'disabled'} onOpen={() => onOpen(person.id)}>
          <Cell>
            <span className={styles.nameLine}>
              <button type="button" className={styles.name} aria-haspopup="dialog">
                {person.name}
              </button>
              {person.id === user.id && <Tag tone="accent">{messages.you}</Tag>}
            </span>
            <span className={styles.email}>{person.email}</span>
          </Cell>
          <Cell label={columns.role}>{person.role}</Cell>
          <Cell label={columns.team}>{places(person.team) || <span className={styles.none}>{messages.noTeam}</span>}</Cell>
          <Cell label={columns.status}>
            <Tag tone={statusTones[person.status]}>{messages.statuses[person.status]}</Tag>
          </Cell>
          <Cell label={columns.mfa}>{person.mfa ? messages.mfaOn : <span className={styles.none}>{messages.mfaOff}</span>}</Cell>
          <Cell label={columns.lastSignIn}>
            {person.lastSignIn ? <TimeAgo iso={person.lastSignIn} /> : <span className={styles.none}>{messages.never}</span>}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
