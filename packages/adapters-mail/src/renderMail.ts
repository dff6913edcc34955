import type { Mail, MailRecipient } from '@algotheque/domain';
import { checkedAddress, checkedPseudo, type Sender } from './address.ts';
import { type MailForm, mailWords } from './mailWriter.ts';

/** A mail as its parts, for a mailer of one's own. */
export interface RenderedMail {
  readonly from: Sender;
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The headers that it needs beside those of every mail. */
  readonly headers: Readonly<Record<string, string>>;
  /** The link to open. */
  readonly link: string;
}

/**
 * What the service says in a mail, with its link, in the language of the recipient.
 * @throws TypeError when a part of the form is malformed, or for a recipient that no mail can have; the message shows no address
 */
export function renderMail(recipient: Omit<MailRecipient, 'id'>, mail: Mail, form: MailForm): RenderedMail {
  const { from, link, refusal, rendered } = mailWords(form)(recipient, mail);
  const address = checkedAddress(recipient.adresseMail, 'The recipient');
  const headers = { 'Auto-Submitted': 'auto-generated', ...(refusal !== null && refusing(refusal)) };
  return { from, to: { name: checkedPseudo(recipient.pseudo), address }, ...rendered, headers, link };
}

const refusing = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});
