import type { RuleOption } from '@frankly/contracts/feedback';
import type { Rule } from '@frankly/contracts/filters';
import { Popover, Skeleton } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import styles from './dashboard.module.css';
import { messages, operatorWords } from './messages.ts';
import { useColumns } from './use-columns.ts';
import { useFilter } from './use-filter.ts';

const RuleEditor = lazy(() => import('./rule-editor.tsx'));

/** "Store is North, Central" in its three parts. */
function ruleWords(rule: Rule, columns: readonly RuleOption[]) {
  const column = columns.find((one) => one.value === rule.column);
  const label = (value: unknown) => column?.options.find((option) => option.value === String(value))?.label ?? String(value);
  return {
    column: column?.label ?? rule.column,
    operator: operatorWords[rule.operator],
    values: rule.value.map(label).join(', '),
  };
}

/** The rules as chips: each can be changed and removed, and one more added. */
export function FilterBar() {
  const { filter, change, addRules, removeRule } = useFilter();
  const columns = useColumns();
  const [editing, setEditing] = useState<string | null>(null);
  const done = (rule: Rule) => {
    setEditing(null);
    addRules(rule);
  };
  return (
    <ul className={styles.chips} aria-label={messages.filters.filters}>
      {filter.rules.map((rule) => {
        const words = ruleWords(rule, columns);
        const sentence = [words.column, words.operator, words.values].filter(Boolean).join(' ');
        const id = `${rule.column} ${rule.operator}`;
        return (
          <li key={id} className={styles.chip}>
            <Popover
              opened={editing === id}
              onChange={(open) => setEditing(open ? id : null)}
              width={310}
              position="bottom-start"
              withinPortal={false}
              returnFocus
            >
              <Popover.Target>
                <button
                  type="button"
                  className={styles.chipText}
                  aria-label={messages.filters.edit(sentence)}
                  onClick={() => setEditing(id)}
                >
                  {words.column} {words.operator} <b>{words.values}</b>
                </button>
              </Popover.Target>
              <Popover.Dropdown aria-label={messages.filters.edit(words.column)}>
                <Suspense fallback={<Skeleton height={260} />}>
                  <RuleEditor columns={columns} rule={rule} onDone={done} />
                </Suspense>
              </Popover.Dropdown>
            </Popover>
            <button
              type="button"
              className={styles.chipRemove}
              aria-label={messages.filters.remove(sentence)}
              onClick={() => removeRule(rule.column)}
            >
              <IconX size={14} aria-hidden />
            </button>
          </li>
        );
      })}
      <li>
        <Popover
          opened={editing === 'new'}
          onChange={(open) => setEditing(open ? 'new' : null)}
          width={310}
          position="bottom-start"
          withinPortal={false}
          returnFocus
        >
          <Popover.Target>
            <button type="button" className={styles.add} onClick={() => setEditing(editing === 'new' ? null : 'new')}>
              <IconPlus size={15} aria-hidden /> {messages.filters.add}
            </button>
          </Popover.Target>
          <Popover.Dropdown aria-label={messages.filters.add}>
            <Suspense fallback={<Skeleton height={260} />}>
              <RuleEditor columns={columns} onDone={done} />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      </li>
      {filter.rules.length > 1 && (
        <li>
          <button type="button" className={styles.clear} onClick={() => change({ rules: [] })}>
            {messages.filters.clear}
          </button>
        </li>
      )}
    </ul>
  );
}
