import type { listChoices } from '@frankly/contracts/sign-in';
import { useEffect, useState } from 'react';
import type * as z from 'zod';
import { EntryPage } from '../ui/entry/entry-page.tsx';
import type { AccountData } from './account-data.ts';
import { call } from './account-request.ts';
import { messages } from './messages.ts';

type Choices = z.infer<typeof listChoices.reply>['companies'];

/** For somebody with accounts at several companies. */
export function ChoicePage({ data }: { data: AccountData }) {
  const [companies, setCompanies] = useState<Choices | null>(null);
  const [error, setError] = useState('');
  const [going, setGoing] = useState('');
  const [over, setOver] = useState(false);
  useEffect(() => {
    const load = async () => {
      const answer = await call<{ companies: Choices }>('/ajax/choice');
      if ('reply' in answer) return setCompanies(answer.reply.companies);
      setError(answer.refusal.code === 'not_signed_in' ? messages.choiceOver : answer.refusal.message);
      setOver(true);
    };
    void load();
  }, []);

  const goTo = async (slug: string) => {
    if (going) return;
    setGoing(slug);
    setError('');
    const answer = await call<{ redirect: string }>('/ajax/choice', { company: slug });
    if ('reply' in answer) return window.location.replace(answer.reply.redirect);
    setGoing('');
    setError(answer.refusal.code === 'not_signed_in' ? messages.choiceOver : answer.refusal.message);
    setOver(answer.refusal.code === 'not_signed_in');
  };

  return (
    <EntryPage logo={data.logo} heading={messages.choose} announced error={error}>
      {companies && !over && (
        <>
          <p>{messages.choosePlace}</p>
          <ul className="companies">
            {companies.map(({ slug, name }) => (
              <li key={slug}>
                <button type="button" className="plain" aria-busy={going === slug || undefined} onClick={() => goTo(slug)}>
                  {name}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {!companies && !over && <p role="status">{messages.loadingCompanies}</p>}
      <div className="links">
        <a href="/login">{messages.backToSignIn}</a>
      </div>
    </EntryPage>
  );
}
