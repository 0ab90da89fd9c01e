import '../../app/form-styles.ts';
import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { CallProblem } from '../../app/call-problem.tsx';
import { toast } from '../../app/toast.ts';
import form from '../../ui/form.module.css';
import { messages } from './messages.ts';
import { type Levels, useDefineHierarchyMutation, useHierarchyQuery } from './people-api.ts';
import styles from './people.module.css';

const words = messages.hierarchy;

/** Which attributes are the levels of teams. */
export default function HierarchyForm({ onClose }: { onClose: () => void }) {
  const { data: hierarchy, error } = useHierarchyQuery();
  return hierarchy ? <LevelsForm hierarchy={hierarchy} onClose={onClose} /> : <CallProblem error={error} />;
}

/** The levels in their order, and what can become one. */
function LevelsForm({ hierarchy, onClose }: { hierarchy: Levels; onClose: () => void }) {
  const [levels, setLevels] = useState(() => hierarchy.levels.map(({ attribute }) => attribute));
  const [define, { isLoading, error }] = useDefineHierarchyMutation();
  const labels = new Map([...hierarchy.attributes, ...hierarchy.levels].map(({ attribute, label }) => [attribute, label]));
  const left = hierarchy.attributes.filter(({ attribute }) => !levels.includes(attribute));
  const move = (index: number, by: 1 | -1) => {
    const next = levels.filter((_, at) => at !== index);
    next.splice(index + by, 0, levels[index]!);
    setLevels(next);
  };
  const save = async () => {
    if (!('data' in (await define({ levels })))) return;
    void toast(words.saved);
    onClose();
  };
  return (
    <div className={form.form}>
      <p className={form.hint}>{words.hint}</p>
      {levels.length === 0 && <p>{hierarchy.attributes.length === 0 ? words.noAttributes : words.none}</p>}
      {levels.length > 0 && (
        <ol className={styles.levels}>
          {levels.map((level, index) => {
            const label = labels.get(level) ?? level;
            return (
              <li key={level}>
                <span>{label}</span>
                <Move label={words.up(label)} icon={IconArrowUp} disabled={index === 0} onClick={() => move(index, -1)} />
                <Move
                  label={words.down(label)}
                  icon={IconArrowDown}
                  disabled={index === levels.length - 1}
                  onClick={() => move(index, 1)}
                />
                <Move label={words.remove(label)} icon={IconX} onClick={() => setLevels(levels.filter((one) => one !== level))} />
              </li>
            );
          })}
        </ol>
      )}
      {left.length > 0 && levels.length < 8 && (
        <NativeSelect
          label={words.add}
          value=""
          onChange={(event) => setLevels([...levels, event.currentTarget.value])}
          data={[
            { value: '', label: words.choose, disabled: true },
            ...left.map(({ attribute, label }) => ({ value: attribute, label })),
          ]}
        />
      )}
      <CallProblem error={error} />
      <div className={form.actions}>
        <Button variant="default" onClick={onClose}>
          {messages.form.cancel}
        </Button>
        <Button loading={isLoading} onClick={save}>
          {words.save}
        </Button>
      </div>
    </div>
  );
}

interface MoveProps {
  label: string;
  icon: typeof IconX;
  disabled?: boolean;
  onClick: () => void;
}

function Move({ label, icon: MoveIcon, disabled, onClick }: MoveProps) {
  return (
    <ActionIcon variant="subtle" color="gray" size={32} aria-label={label} disabled={disabled ?? false} onClick={onClick}>
      <MoveIcon size={17} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
}
