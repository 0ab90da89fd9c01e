import type { SecurityChanges } from '@frankly/contracts/security';
import { wordsOf } from '../../app/api.ts';
import { toast } from '../../app/toast.ts';
import { messages } from './messages.ts';
import { useChangeSecurityMutation } from './security-api.ts';

/** Saves settings at once, and says how it went. Answers whether it went well. */
export function useSave(): (changes: SecurityChanges) => Promise<boolean> {
  const [change] = useChangeSecurityMutation();
  return async (changes) => {
    const result = await change(changes);
    const saved = 'data' in result;
    void (saved ? toast(messages.saved) : toast(wordsOf(result.error, messages.offline), 'bad'));
    return saved;
  };
}
