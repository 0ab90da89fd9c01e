import { type ReactNode, useEffect } from 'react';
import { messages } from './entry-messages.ts';
import { focusNow } from './focus-now.ts';

interface EntryPageProps {
  /** Of the company, if it has one. */
  logo: string;
  heading: string;
  /** A new heading takes the focus, for who hears the page; a view that puts it into a field says no. */
  announced: boolean;
  error: string;
  children: ReactNode;
}

/** The card of the pages before the app: a heading, a red banner, and what is asked for. */
export function EntryPage({ logo, heading, announced, error, children }: EntryPageProps) {
  useEffect(() => {
    document.title = `${heading} · ${messages.product}`;
  }, [heading]);
  return (
    <>
      {logo && <img className="company-logo" src={logo} alt="" />}
      <h1 key={heading} tabIndex={-1} ref={announced ? focusNow : undefined}>
        {heading}
      </h1>
      <div role="alert">{error && <p className="banner">{error}</p>}</div>
      {children}
    </>
  );
}
