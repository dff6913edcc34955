import MailComposer from 'nodemailer/lib/mail-composer';
import { shownName } from './address.ts';
import type { RenderedMail } from './mailWriter.ts';

/** A mail and its envelope, as a mail server gets them. */
export interface ComposedMail {
  /** Plain addresses. */
  readonly envelope: { readonly from: string; readonly to: string };
  readonly message: Buffer;
}

/** What differs from mail to mail of the same words. */
export interface Stamp {
  /** Of the Message-ID: the same at every try, so that receivers know a mail that was sent twice. */
  readonly name: string;
  /** Milliseconds since the Unix epoch. */
  readonly date: number;
}

/** The envelope, and the whole message as it is sent: plain text and HTML in quoted-printable, a Message-ID of its own. */
export async function composeMail(
  { from, to, subject, text, html, headers }: Omit<RenderedMail, 'link'>,
  { name, date }: Stamp,
): Promise<ComposedMail> {
  const composer = new MailComposer({
    from: { address: from.address, name: shownName(from.name) },
    to: { address: to.address, name: shownName(to.name) },
    subject,
    text,
    html,
    headers: { ...headers },
    date: new Date(date),
    messageId: `<${name}${from.address.slice(from.address.lastIndexOf('@'))}>`,
    encoding: 'quoted-printable',
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const envelope = { from: from.address, to: to.address };
  return { envelope, message: await composer.compile().build() };
}
