export interface Mail {
  to: string;
  subject: string;
  html: string;
  /** The same, for whoever reads without HTML. */
  text: string;
}

export interface Mailer {
  /** Resolves when the mail is handed over. @throws when it was not, in words without the address. */
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}
