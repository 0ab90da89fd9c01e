import '../ui/entry/font.css';
import '../ui/tokens.css';
import '../ui/entry/entry.css';
import './account.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { readPageData } from '../ui/entry/page-data.ts';
import { AccountPage } from './account-page.tsx';
import type { AccountData } from './account-data.ts';

const blank: AccountData = { view: 'password', company: null, logo: '', redirect: '' };
const root = document.getElementById('account');
if (root) {
  const data = readPageData(document.getElementById('account-data'), 'account', blank);
  createRoot(root).render(
    <StrictMode>
      <AccountPage data={data} />
    </StrictMode>,
  );
}
