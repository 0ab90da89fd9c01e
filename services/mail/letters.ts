import type { Mail } from '@frankly/infra/mail/port';
import { render } from '@react-email/render';
import { createElement } from 'react';
import { LetterView } from './letter.tsx';
import { hello, type Letter } from './messages.ts';

const longestName = 80;

/** A stranger may have typed the name: one that mail programs could take for a link is left out. */
const greetable = (name: string): string => {
  const plain = name.replaceAll(/\s+/g, ' ').trim();
  return plain.length > longestName || /[/:@\\]|\w\.\w/.test(plain) ? '' : plain;
};

/** The mail that a letter becomes, with the same words as plain text. */
export async function compose(letter: Letter, name: string): Promise<Omit<Mail, 'to'>> {
  const greeting = hello(greetable(name));
  return {
    subject: letter.subject,
    html: await render(createElement(LetterView, { letter, hello: greeting })),
    text: plainText(letter, greeting),
  };
}

const plainText = ({ heading, lines, action, after }: Letter, greeting: string): string =>
  [heading, greeting, ...lines, ...(action ? [`${action.label}:\n${action.url}`] : []), '--', after].join('\n\n').concat('\n');
