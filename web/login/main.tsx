import '@fontsource-variable/inter/index.css';
import '../ui/tokens.css';
import './login.css';
import type { LoginData } from '@frankly/contracts/sign-in';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Logo } from '../ui/logo.tsx';
import { CredentialsView } from './credentials.tsx';
import { readLoginData } from './login-request.ts';
import { Marketing } from './marketing.tsx';
import { messages } from './messages.ts';

function SignInPage({ data }: { data: LoginData }) {
  const [error, setError] = useState(data.error);
  return (
    <div className="page">
      <Marketing />
      <main>
        <div className="card">
          <p className="brand brand-small">
            {data.logo ? (
              <img src={data.logo} alt="" height={32} />
            ) : (
              <>
                <Logo size={32} /> Frankly
              </>
            )}
          </p>
          <h1>{messages.heading}</h1>
          <div role="alert">{error && <p className="banner">{error}</p>}</div>
          <CredentialsView data={data} onError={setError} />
        </div>
      </main>
    </div>
  );
}

const root = document.getElementById('login');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <SignInPage data={readLoginData(document.getElementById('login-data'))} />
    </StrictMode>,
  );
}
