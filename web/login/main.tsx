import '../ui/entry/font.css';
import '../ui/tokens.css';
import '../ui/entry/entry.css';
import './login.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { readPageData } from '../ui/entry/page-data.ts';
import { blankLoginData } from './login-request.ts';
import { SignInPage } from './sign-in-page.tsx';

const root = document.getElementById('login');
if (root) {
  const data = readPageData(document.getElementById('login-data'), 'login', blankLoginData);
  createRoot(root).render(
    <StrictMode>
      <SignInPage data={data} />
    </StrictMode>,
  );
}
