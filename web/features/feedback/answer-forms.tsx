import type { ResponseRow } from '@frankly/contracts/feedback';
import { Button, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { wordsOf } from '../../app/api.ts';
import { toast } from '../../app/toast.ts';
import styles from './answers.module.css';
import { useCorrectMutation, useVoidAnswerMutation } from './feedback-api.ts';
import { messages } from './messages.ts';

const words = messages.responses;

interface FormProps {
  row: ResponseRow;
  onClose: () => void;
}

interface ReasonedFormProps {
  title: string;
  save: string;
  color?: string;
  loading: boolean;
  error: unknown;
  onClose: () => void;
  onSave: (reason: string) => void;
  children?: ReactNode;
}

/** Nothing about an answer changes without a reason. */
function ReasonedForm({ title, save, color, loading, error, onClose, onSave, children }: ReasonedFormProps) {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(reason.trim() === '');
    if (reason.trim()) onSave(reason.trim());
  };
  return (
    <form className={styles.form} aria-label={title} onSubmit={submit} noValidate>
      <h3 className={styles.historyHead}>{title}</h3>
      {children}
      <TextInput
        label={words.reason}
        description={words.reasonHint}
        maxLength={500}
        required
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={missing && !reason.trim() ? words.reasonMissing : null}
      />
      {error !== undefined && (
        <p className={styles.problem} role="alert">
          {wordsOf(error, messages.failed.offline)}
        </p>
      )}
      <div className={styles.actions}>
        <Button type="submit" size="sm" loading={loading} {...(color ? { color } : {})}>
          {save}
        </Button>
        <Button variant="default" size="sm" onClick={onClose}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}

export function CorrectForm({ row, onClose }: FormProps) {
  const [score, setScore] = useState<string | number>(row.score);
  const [comment, setComment] = useState(row.comment ?? '');
  const [correct, { isLoading, error }] = useCorrectMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const lowest = row.questionType === 'nps' ? 0 : 1;
  const save = async (reason: string) => {
    const asked = Number(score);
    const changed = {
      ...(asked === row.score ? {} : { score: asked }),
      ...(comment === (row.comment ?? '') ? {} : { comment }),
    };
    const wrong = score === '' || !Number.isInteger(asked) || asked < lowest || asked > row.scale;
    const nothing = Object.keys(changed).length === 0;
    setProblem(wrong ? words.scoreWrong(lowest, row.scale) : nothing ? words.nothingChanged : null);
    if (wrong || nothing) return;
    const result = await correct({ id: row.id, reason, ...changed });
    if (!('data' in result)) return;
    void toast(words.correctionSaved);
    onClose();
  };
  return (
    <ReasonedForm title={words.correctTitle} save={words.save} loading={isLoading} error={error} onClose={onClose} onSave={save}>
      <NumberInput
        label={words.newScore}
        min={lowest}
        max={row.scale}
        allowDecimal={false}
        value={score}
        onChange={setScore}
        error={problem}
        hideControls
        data-autofocus
      />
      <Textarea
        label={words.comment}
        autosize
        minRows={2}
        maxLength={10_000}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
    </ReasonedForm>
  );
}

export function VoidForm({ row, onClose }: FormProps) {
  const [voidAnswer, { isLoading, error }] = useVoidAnswerMutation();
  const save = async (reason: string) => {
    const result = await voidAnswer({ id: row.id, reason });
    if (!('data' in result)) return;
    void toast(words.voided);
    onClose();
  };
  return (
    <ReasonedForm
      title={words.voidTitle}
      save={words.voidConfirm}
      color="red.9"
      loading={isLoading}
      error={error}
      onClose={onClose}
      onSave={save}
    />
  );
}
