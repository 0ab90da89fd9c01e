import type { SecuritySettings } from '@frankly/contracts/security';
import { NativeSelect } from '@mantine/core';
import { Panel } from '../../ui/panel.tsx';
import { Setting } from '../../ui/setting.tsx';
import { messages } from './messages.ts';
import { useSave } from './use-save.ts';

const words = messages.sessions;
const idleChoices = [5, 15, 30, 60, 120, 240, 480, 1_440];
const hourChoices = [1, 4, 8, 12, 24, 72, 168, 720];

export function SessionsPanel({ settings: { sessionIdleMinutes, sessionHours } }: { settings: SecuritySettings }) {
  const save = useSave();
  return (
    <Panel title={words.title}>
      <Limit
        label={words.idle}
        text={words.idleText}
        value={sessionIdleMinutes}
        choices={idleChoices}
        minutes={1}
        onChange={(minutes) => save({ sessionIdleMinutes: minutes })}
      />
      <Limit
        label={words.longest}
        text={words.longestText}
        value={sessionHours}
        choices={hourChoices}
        minutes={60}
        onChange={(hours) => save({ sessionHours: hours })}
      />
    </Panel>
  );
}

interface LimitProps {
  label: string;
  text: string;
  value: number;
  choices: readonly number[];
  /** Of one. */
  minutes: number;
  onChange: (value: number) => void;
}

/** What is set stays among the choices, also when it is an unusual one. */
function Limit({ label, text, value, choices, minutes, onChange }: LimitProps) {
  const offered = [...new Set([...choices, value])].toSorted((one, other) => one - other);
  return (
    <Setting
      label={label}
      text={text}
      control={
        <NativeSelect
          aria-label={label}
          value={String(value)}
          onChange={(event) => onChange(Number(event.currentTarget.value))}
          data={offered.map((choice) => ({ value: String(choice), label: words.minutes(choice * minutes) }))}
        />
      }
    />
  );
}
