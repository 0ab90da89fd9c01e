import { type SyntheticEvent, useState } from 'react';
import { type Answer, call, type Refusal } from './account-request.ts';

interface Form<N extends string, T> {
  path: string;
  fields: Record<N, string>;
  /** Why a value will not do, or null. */
  problems: (values: Record<N, string>) => Record<N, string | null>;
  body: (values: Record<N, string>) => object;
  onReply: (reply: T) => void;
  onRefusal?: (refusal: Refusal) => void;
}

/** Values, what is wrong with them (here or at the server), and sending them. */
export function useForm<N extends string, T>({ path, fields, problems, body, onReply, onRefusal }: Form<N, T>) {
  const [values, setValues] = useState(fields);
  const [touched, setTouched] = useState<Partial<Record<N, boolean>>>({});
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [waiting, setWaiting] = useState(false);
  const names = Object.keys(fields) as N[];
  const own = problems(values);
  const problemOf = (name: N) => own[name] ?? refusal?.fields.find((field) => field.path === name)?.message ?? null;
  // What the server says of no field that is shown here belongs into the banner.
  const elsewhere = refusal?.fields.filter((field) => !names.includes(field.path as N)).map((field) => field.message) ?? [];

  const send = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (waiting) return;
    setTouched(Object.fromEntries(names.map((name) => [name, true])) as Record<N, boolean>);
    if (names.some((name) => own[name])) return;
    setWaiting(true);
    setRefusal(null);
    const answer: Answer<T> = await call<T>(path, body(values));
    if ('reply' in answer) return onReply(answer.reply);
    setWaiting(false);
    setRefusal(answer.refusal);
    onRefusal?.(answer.refusal);
  };

  return {
    send,
    waiting,
    error: [refusal?.message, ...elsewhere].filter(Boolean).join(' '),
    field: (name: N) => ({
      name,
      value: values[name],
      problem: problemOf(name),
      touched: Boolean(touched[name]),
      onTouched: () => setTouched((before) => ({ ...before, [name]: true })),
      onChange: (value: string) => {
        setValues((before) => ({ ...before, [name]: value }));
        setRefusal((before) => before && { ...before, fields: before.fields.filter((field) => field.path !== name) });
      },
    }),
  };
}
