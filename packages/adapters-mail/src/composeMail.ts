import type { MailRecipient } from '@algotheque/domain';
import { checkedAddress, checkedPseudo, pathOf, toLine } from './address.ts';
import type { StoredMail } from './storedMail.ts';
import type { Rendered } from './templates/render.ts';

export interface ComposedMail {
  readonly from: string;
  readonly recipient: Pick<MailRecipient, 'adresseMail' | 'pseudo'>;
  readonly rendered: Rendered;
  /** Milliseconds since the Unix epoch. */
  readonly date: number;
}

/**
 * The envelope, and the whole message as it is sent: RFC 5322, CRLF, plain text and HTML in quoted-printable, a Message-ID of
 * its own.
 * @throws TypeError when the address or the pseudo cannot be in a mail; the message shows neither
 */
export async function composeMail({ from, recipient, rendered, date }: ComposedMail): Promise<StoredMail> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer'); // loaded here, so that a start need not wait for it
  const to = pathOf(checkedAddress(recipient.adresseMail, 'The recipient'));
  const toHeader = toLine(to, checkedPseudo(recipient.pseudo));
  const message = new MailComposer({
    from: { name: '', address: from },
    ...rendered,
    date: new Date(date),
    // RFC 3834, section 5: no vacation notices in answer.
    headers: { 'Auto-Submitted': 'auto-generated' },
    encoding: 'quoted-printable',
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const envelope = { from: pathOf(from), to };
  return { envelope, message: Buffer.concat([Buffer.from(`${toHeader}\r\n`), await message.build()]) };
}
