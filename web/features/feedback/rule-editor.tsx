import type { RuleOption } from '@frankly/contracts/feedback';
import type { Operator, Rule } from '@frankly/contracts/filters';
import { ActionIcon, Button, Checkbox, FocusTrap, Loader, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowLeft, IconSearch } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import styles from './dashboard.module.css';
import { useColumnValuesQuery } from './feedback-api.ts';
import { messages, operatorWords } from './messages.ts';

const words = messages.filters;

interface RuleEditorProps {
  columns: readonly RuleOption[];
  rule?: Rule;
  onDone: (rule: Rule) => void;
}

/** First the column, then what it has to be. */
export default function RuleEditor({ columns, rule, onDone }: RuleEditorProps) {
  const [chosen, setChosen] = useState<string | undefined>(rule?.column);
  const column = columns.find((one) => one.value === chosen);
  return (
    <FocusTrap key={column?.value ?? ''}>
      <div>
        {column ? (
          <ColumnRule column={column} rule={rule} onBack={() => setChosen(undefined)} onDone={onDone} />
        ) : (
          <ColumnList columns={columns} onChosen={setChosen} />
        )}
      </div>
    </FocusTrap>
  );
}

const contains = (text: string, part: string) => text.toLowerCase().includes(part.trim().toLowerCase());

function ColumnList({ columns, onChosen }: { columns: readonly RuleOption[]; onChosen: (column: string) => void }) {
  const [search, setSearch] = useState('');
  const found = columns.filter((column) => contains(column.label, search));
  return (
    <div className={styles.editor}>
      <div className={styles.editorHead}>{words.chooseColumn}</div>
      <TextInput
        aria-label={words.searchColumns}
        placeholder={words.searchColumns}
        leftSection={<IconSearch size={15} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        data-autofocus
      />
      <ul className={styles.list}>
        {found.map((column) => (
          <li key={column.value}>
            <button type="button" onClick={() => onChosen(column.value)}>
              {column.label}
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className={styles.quiet}>{words.noMatches}</p>}
    </div>
  );
}

interface ColumnRuleProps {
  column: RuleOption;
  rule: Rule | undefined;
  onBack: () => void;
  onDone: (rule: Rule) => void;
}

function ColumnRule({ column, rule, onBack, onDone }: ColumnRuleProps) {
  const before = rule?.column === column.value ? rule : undefined;
  const [operator, setOperator] = useState<Operator>(before?.operator ?? column.operators[0] ?? 'in');
  const [values, setValues] = useState<readonly string[]>(before?.value.map(String) ?? []);
  const needsValues = operator === 'in' || operator === 'not_in';
  const needsNumber = operator === 'gte' || operator === 'lte';
  const number = Number(values[0]);
  const complete = needsValues ? values.length > 0 : needsNumber ? Boolean(values[0]) && Number.isFinite(number) : true;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (complete) onDone({ column: column.value, operator, value: needsNumber ? [number] : needsValues ? [...values] : [] });
  };
  const changeOperator = (next: string) => {
    const counts = (one: string) => one === 'gte' || one === 'lte';
    if (counts(next) !== counts(operator)) setValues([]);
    setOperator(next as Operator);
  };

  return (
    <form className={styles.editor} onSubmit={submit}>
      <div className={styles.editorHead}>
        <ActionIcon variant="subtle" color="gray" aria-label={words.back} onClick={onBack}>
          <IconArrowLeft size={17} aria-hidden />
        </ActionIcon>
        {column.label}
      </div>
      {column.operators.length > 1 && (
        <SegmentedControl
          aria-label={words.operator}
          fullWidth
          orientation={column.operators.length > 4 ? 'vertical' : 'horizontal'}
          value={operator}
          onChange={changeOperator}
          data={column.operators.map((one) => ({ value: one, label: operatorWords[one] }))}
        />
      )}
      {needsValues && <ValueChoice column={column} chosen={values} onChange={setValues} />}
      {needsNumber && (
        <TextInput
          label={words.value}
          inputMode="decimal"
          value={values[0] ?? ''}
          onChange={(event) => setValues([event.currentTarget.value])}
          data-autofocus
        />
      )}
      <Button type="submit" disabled={!complete}>
        {words.apply}
      </Button>
    </form>
  );
}

interface ValueChoiceProps {
  column: RuleOption;
  chosen: readonly string[];
  onChange: (values: readonly string[]) => void;
}

function ValueChoice({ column, chosen, onChange }: ValueChoiceProps) {
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search, 200);
  const fixed = column.options.length > 0;
  const asked = useColumnValuesQuery({ column: column.value, search: settled }, { skip: fixed });
  const known = fixed ? column.options.filter((option) => contains(option.label, search)) : (asked.data?.values ?? []);
  const unlisted = search ? [] : chosen.filter((value) => !known.some((option) => option.value === value));
  const shown = [...unlisted.map((value) => ({ value, label: value })), ...known];
  const toggle = (value: string) => onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  return (
    <>
      {(!fixed || column.options.length > 8) && (
        <TextInput
          aria-label={words.searchValues(column.label)}
          placeholder={words.searchValues(column.label)}
          leftSection={asked.isFetching ? <Loader size={14} /> : <IconSearch size={15} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          data-autofocus
        />
      )}
      <ul className={styles.list} aria-label={column.label}>
        {shown.map((option) => (
          <li key={option.value}>
            <label>
              <Checkbox checked={chosen.includes(option.value)} onChange={() => toggle(option.value)} size="sm" />
              {option.label}
            </label>
          </li>
        ))}
      </ul>
      {shown.length === 0 && !asked.isFetching && (
        <p className={styles.quiet}>{asked.isError ? words.failed : words.noMatches}</p>
      )}
      {asked.data?.more && <p className={styles.quiet}>{words.more}</p>}
    </>
  );
}
