import styles from '../ui/form.module.css';
import { wordsOf } from './api.ts';
import { messages } from './messages.ts';

/** Why a call was refused, in the server's words; nothing when it was not. */
export function CallProblem({ error }: { error: unknown }) {
  if (error === undefined || error === null) return null;
  return (
    <p className={styles.problem} role="alert">
      {wordsOf(error, messages.offline)}
    </p>
  );
}
