import { CopyText } from '../../ui/copy-text.tsx';
import { messages } from './messages.ts';
import styles from './security.module.css';

/** What to enter at the identity provider. */
export function Addresses({ provider, addresses }: { provider: string; addresses: Readonly<Record<string, string>> }) {
  return (
    <div className={styles.steps}>
      <h3>{messages.sso.first(provider)}</h3>
      {Object.entries(addresses).map(([label, address]) => (
        <CopyText key={label} label={label} value={address} words={messages.copy} />
      ))}
    </div>
  );
}
