import type { AccountData } from './account-data.ts';
import { AskPage } from './ask-page.tsx';
import { ChoicePage } from './choice-page.tsx';
import { LinkPage } from './link-page.tsx';

export function AccountPage({ data }: { data: AccountData }) {
  switch (data.view) {
    case 'link':
      return <LinkPage data={data} token={new URLSearchParams(window.location.search).get('token') ?? ''} />;
    case 'choice':
      return <ChoicePage data={data} />;
    default:
      return <AskPage data={data} registers={data.view === 'register'} />;
  }
}
