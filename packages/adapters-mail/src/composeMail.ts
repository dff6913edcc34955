import type { MailEntry } from '@algotheque/domain';
import { encodeWord, foldLines, isPlainText } from 'nodemailer/lib/mime-funcs';
import { encode, wrap } from 'nodemailer/lib/qp';
import { MAX_DISPLAY_NAME } from './address.ts';
import type { RenderedMail } from './mailWriter.ts';

/** A mail and its envelope, as a mail server gets them. */
export interface ComposedMail {
  /** Plain addresses. */
  readonly envelope: { readonly from: string; readonly to: string };
  readonly message: Buffer;
}

/** The longest line that the mail has, without its end: RFC 2045, section 6.7, and RFC 5322, section 2.1.1. */
const LINE_LENGTH = 76;
/** The longest encoded word; RFC 2047, section 2, allows 75 characters. */
const WORD_LENGTH = 52;

/**
 * The envelope, and the whole message as it is sent: RFC 5322, CRLF, plain text and HTML in quoted-printable, a Message-ID of its own. The
 * headers and the two parts are the same in every mail. So only their values are encoded, by nodemailer's functions; its composer, which
 * can do any mail, takes ten times as long, and quotes a name such as `=?utf-8?Q?…?=`, which readers of mails decode then.
 *
 * The Message-ID has the name, which is the same at every try, so that receivers know a mail that was sent twice.
 */
export function composeMail(
  { from, to, subject, text, html, headers }: Omit<RenderedMail, 'link'>,
  { name, date }: Pick<MailEntry, 'name' | 'date'>,
): ComposedMail {
  const [sender, path] = [pathOf(from.address), pathOf(to.address)];
  const shownSubject = isPlainText(subject) ? subject : encodeWord(subject, 'Q', WORD_LENGTH);
  const boundary = `=_${name}`; // quoted-printable text never has `=_`
  const lines = [
    addressLine('To', path, to.name),
    addressLine('From', sender, from.name),
    foldLines(`Subject: ${shownSubject}`, LINE_LENGTH),
    `Date: ${new Date(date).toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${name}${from.address.slice(from.address.lastIndexOf('@'))}>`,
    ...Object.entries(headers).map(([key, value]) => foldLines(`${key}: ${value}`, LINE_LENGTH)),
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative;',
    ` boundary="${boundary}"`,
    '',
    ...part('text/plain', text, boundary),
    ...part('text/html', html, boundary),
    `--${boundary}--`,
    '',
  ];
  return { envelope: { from: sender, to: path }, message: Buffer.from(lines.join('\r\n')) };
}

/**
 * The address as mail servers accept it: the part before the @ is quoted if its dots would be an error otherwise.
 */
function pathOf(address: string): string {
  const at = address.lastIndexOf('@');
  const isDotAtom = /^[^.]+(?:\.[^.]+)*@/.test(address);
  return isDotAtom ? address : `"${address.slice(0, at)}"${address.slice(at)}`;
}

/**
 * A line `To:` or `From:` for one address, folded, without its end. The path is unchanged, not even its domain is
 * lowercased. A name that is not plain words is encoded, so that nothing in it has a meaning for a reader of
 * headers. A name that is too long for a header is omitted.
 */
function addressLine(field: 'To' | 'From', path: string, shown: string): string {
  const name = shown.trim();
  if (name === '' || name.length > MAX_DISPLAY_NAME) return `${field}: ${path}`;
  const shownName = /^[\w ]*$/.test(name) ? name : encodeWord(name, 'B', WORD_LENGTH);
  return foldLines(`${field}: ${shownName} <${path}>`, LINE_LENGTH);
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
