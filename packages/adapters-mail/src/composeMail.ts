import type { MailRecipient } from '@algotheque/domain';
import { encodeWord, foldLines, isPlainText } from 'nodemailer/lib/mime-funcs';
import { encode, wrap } from 'nodemailer/lib/qp';
import type { Sender } from './address.ts';
import { addressLine, checkedAddress, checkedPseudo, pathOf } from './address.ts';
import type { Rendered } from './templates/render.ts';

/** The sender and recipient of a mail for SMTP: plain addresses. */
export interface Envelope {
  readonly from: string;
  readonly to: string;
}

/** A mail and its envelope, as a mail server gets them. */
export interface ComposedMail {
  readonly envelope: Envelope;
  readonly message: Buffer;
}

export interface MailParts {
  /** Of the Message-ID: the same at every try, so that receivers know a mail that was sent twice. */
  readonly name: string;
  readonly from: Sender;
  readonly recipient: Pick<MailRecipient, 'adresseMail' | 'pseudo'>;
  readonly rendered: Rendered;
  /** Milliseconds since the Unix epoch. */
  readonly date: number;
  /** A link by which the recipient gets no more of these mails; null if there is none. */
  readonly refusal: string | null;
}

/** The longest line that the mail has, without its end: RFC 2045, section 6.7, and RFC 5322, section 2.1.1. */
const LINE_LENGTH = 76;
/** The longest encoded word; RFC 2047, section 2, allows 75 characters. */
const WORD_LENGTH = 52;

/**
 * The envelope, and the whole message as it is sent: RFC 5322, CRLF, plain text and HTML in quoted-printable, a Message-ID of
 * its own. The headers and the two parts are the same in every mail. So only their values are encoded, by nodemailer's
 * functions; its composer, which can do any mail, takes ten times as long.
 * @throws TypeError when the address or the pseudo cannot be in a mail; the message shows neither
 */
export function composeMail({ name, from, recipient, rendered, date, refusal }: MailParts): ComposedMail {
  const to = pathOf(checkedAddress(recipient.adresseMail, 'The recipient'));
  const sender = pathOf(from.address);
  const boundary = `=_${name}`; // quoted-printable text never has `=_`
  const lines = [
    addressLine('To', to, checkedPseudo(recipient.pseudo)),
    'Auto-Submitted: auto-generated', // RFC 3834, section 5: no vacation notices in answer
    addressLine('From', sender, from.name),
    subjectLine(rendered.subject),
    `Date: ${new Date(date).toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${name}${from.address.slice(from.address.lastIndexOf('@'))}>`,
    // RFC 2369, section 3.2, and RFC 8058, section 3.1
    ...(refusal === null
      ? []
      : [`List-Unsubscribe:\r\n <${refusal}>`, 'List-Unsubscribe-Post: List-Unsubscribe=One-Click']),
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative;',
    ` boundary="${boundary}"`,
    '',
    ...part('text/plain', rendered.text, boundary),
    ...part('text/html', rendered.html, boundary),
    `--${boundary}--`,
    '',
  ];
  return { envelope: { from: sender, to }, message: Buffer.from(lines.join('\r\n')) };
}

function subjectLine(subject: string): string {
  return foldLines(`Subject: ${isPlainText(subject) ? subject : encodeWord(subject, 'Q', WORD_LENGTH)}`, LINE_LENGTH);
}

/** The lines of one part of the message. */
function part(type: string, text: string, boundary: string): readonly string[] {
  return [
    `--${boundary}`,
    `Content-Type: ${type}; charset=utf-8`,
    'Content-Transfer-Encoding: quoted-printable',
    '',
    wrap(encode(text.replaceAll('\n', '\r\n')), LINE_LENGTH),
  ];
}
