/** @jsxRuntime automatic */
import type { KeptMail } from '@frankly/infra/mail/outbox';
import { Fragment, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { outboxWords as words } from './messages.ts';

const style = `
:root{color-scheme:light dark;--page:#f5f6fb;--card:#fff;--line:#dcdfea;--text:#161a26;--soft:#5a6172;--main:#4350cf}
@media(prefers-color-scheme:dark){:root{--page:#0e1118;--card:#171a24;--line:#2b3040;--text:#eef0f7;--soft:#a6aebf;--main:#8f9aff}}
body.list{margin:0 auto;max-width:720px;padding:32px 16px;background:var(--page);color:var(--text);font:16px/1.5 Inter,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
.list h1{margin:0 0 4px;font-size:28px;letter-spacing:-.015em}
.list p{margin:0 0 20px;color:var(--soft)}
.list ol{margin:0;padding:0;list-style:none;background:var(--card);border:1px solid var(--line);border-radius:16px;overflow:hidden}
.list li+li{border-top:1px solid var(--line)}
.list li a{display:flex;flex-wrap:wrap;gap:2px 16px;justify-content:space-between;padding:14px 18px;color:inherit;text-decoration:none}
.list li a:hover{background:var(--page)}
.list a:focus-visible,.bar a:focus-visible{outline:3px solid var(--main);outline-offset:-3px}
.list b{flex-basis:100%;font-weight:600}
.list small{font-size:14px;color:var(--soft)}
.bar{display:flex;flex-wrap:wrap;gap:4px 20px;align-items:baseline;padding:12px 16px;border-bottom:1px solid var(--line);background:var(--card);color:var(--text);font:15px/1.5 Inter,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
.bar a{color:var(--main)}
.bar span{color:var(--soft)}
pre.plain{margin:24px auto;max-width:680px;padding:0 16px;font:15px/1.5 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
`;

const page = (title: string, body: ReactNode): string =>
  `<!doctype html>${renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      {body}
    </html>,
  )}`;

export const renderOutbox = (mails: readonly KeptMail[]): string =>
  page(
    `${words.title} · Frankly`,
    <body className="list">
      <h1>{words.title}</h1>
      <p>{mails.length > 0 ? words.intro : words.empty}</p>
      {mails.length > 0 && (
        <ol>
          {mails.map((mail) => (
            <li key={mail.id}>
              <a href={`/dev/mail/${mail.id}`}>
                <b>{mail.subject}</b>
                <small>{mail.to}</small>
                <small>{mail.at.toISOString().slice(0, 19).replace('T', ' ')}</small>
              </a>
            </li>
          ))}
        </ol>
      )}
    </body>,
  );

/** The mail as it was made, below a bar that says to whom. */
export function renderMail(mail: KeptMail, plain: boolean): string {
  const bar = (
    <div className="bar">
      <a href="/dev/mail">← {words.back}</a>
      <b>{mail.subject}</b>
      <span>
        {words.to} {mail.to}
      </span>
      {plain ? <a href={`/dev/mail/${mail.id}`}>{words.pretty}</a> : <a href="?plain">{words.plain}</a>}
    </div>
  );
  if (plain) {
    return page(
      mail.subject,
      <body style={{ margin: 0 }}>
        {bar}
        <pre className="plain">
          {mail.text.split(/(https?:\/\/\S+)/).map((part, index) => (
            <Fragment key={`${index}-${part}`}>{index % 2 ? <a href={part}>{part}</a> : part}</Fragment>
          ))}
        </pre>
      </body>,
    );
  }
  const withStyle = mail.html.replace('</head>', `<style>${style}</style></head>`);
  return withStyle.replace(/<body[^>]*>/, (body) => body + renderToStaticMarkup(bar));
}
