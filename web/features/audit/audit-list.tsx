import type { AuditEntry } from '@frankly/contracts/audit';
import {
  IconAlertTriangle,
  IconBuilding,
  IconKey,
  IconLogin2,
  IconLogout,
  IconPassword,
  IconShieldLock,
  IconUser,
  type Icon,
} from '@tabler/icons-react';
import { createElement, useState } from 'react';
import { dayOf, momentOf, timeOf } from '../../ui/ago.ts';
import styles from './audit.module.css';
import { messages } from './messages.ts';
import { factsOf, type Names, sentenceOf } from './sentences.ts';

const warnings = new Set(['SignInRefused', 'UserDisabled', 'ApiKeyRevoked', 'SsoRemoved', 'MfaReset']);
const icons: readonly [RegExp, Icon][] = [
  [/Refused/, IconAlertTriangle],
  [/^SignedIn|^Sso|^Oidc|^Saml/, IconLogin2],
  [/^SignedOut|^Sessions/, IconLogout],
  [/^Password|^Mfa|^Recovery|^Device/, IconPassword],
  [/^ApiKey/, IconKey],
  [/^Role|^Permissions/, IconShieldLock],
  [/^User/, IconUser],
];

function KindIcon({ kind }: { kind: string }) {
  const found = icons.find(([pattern]) => pattern.test(kind))?.[1] ?? IconBuilding;
  return createElement(found, { size: 17, stroke: 1.7, 'aria-hidden': true });
}

function dayWords(iso: string, now: number): string {
  const day = dayOf(iso);
  if (day === dayOf(new Date(now).toISOString())) return messages.today;
  return day === dayOf(new Date(now - 86_400_000).toISOString()) ? messages.yesterday : day;
}

interface Day {
  name: string;
  entries: AuditEntry[];
}

function byDay(entries: readonly AuditEntry[], now: number): Day[] {
  const days: Day[] = [];
  for (const entry of entries) {
    const name = dayWords(entry.at, now);
    const last = days.at(-1);
    if (last?.name === name) last.entries.push(entry);
    else days.push({ name, entries: [entry] });
  }
  return days;
}

interface AuditListProps {
  entries: readonly AuditEntry[];
  names: Names;
  changing: boolean;
  onPerson: (id: string) => void;
}

/** One line for each thing that happened, below the day it happened on. */
export function AuditList({ entries, names, changing, onPerson }: AuditListProps) {
  const [now] = useState(Date.now);
  return (
    <div className={styles.days} data-changing={changing || undefined}>
      {byDay(entries, now).map((day) => (
        <section key={day.name} aria-label={day.name}>
          <h3 className={styles.day}>{day.name}</h3>
          <ul className={styles.list}>
            {day.entries.map((entry) => (
              <Entry key={entry.id} entry={entry} names={names} onPerson={onPerson} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Entry({ entry, names, onPerson }: { entry: AuditEntry; names: Names; onPerson: (id: string) => void }) {
  const { person } = entry;
  const facts = factsOf(entry);
  return (
    <li className={styles.entry}>
      <span className={styles.icon} data-warns={warnings.has(entry.kind) || undefined}>
        <KindIcon kind={entry.kind} />
      </span>
      <div className={styles.what}>
        <p>{sentenceOf(entry, names)}</p>
        {facts.length > 0 && (
          <p className={styles.facts}>
            {facts.map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </p>
        )}
      </div>
      {person && (
        <button
          type="button"
          className={styles.about}
          title={messages.only(person.name)}
          aria-label={messages.only(person.name)}
          onClick={() => onPerson(person.id)}
        >
          {person.name}
        </button>
      )}
      <time className={styles.time} dateTime={entry.at} title={momentOf(entry.at)}>
        {timeOf(entry.at)}
      </time>
    </li>
  );
}
