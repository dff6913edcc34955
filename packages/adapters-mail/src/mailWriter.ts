import { DEFAULT_POLICY, type Mail, type MailRecipient, type Policy } from '@algotheque/domain';
import { checkedLine, parseSender, type Sender } from './address.ts';
import { type ComposedMail, composeMail, type MailParts } from './composeMail.ts';
import { checkedBase, linksBelow, linksOfApp, refusalOf } from './links.ts';
import { type MailTemplates, wholeTemplates } from './templates/mailTemplates.ts';
import { type MailLook, type Rendered, render } from './templates/render.ts';

/** What decides how the mails of a service look, and where their links lead. */
export interface MailForm {
  /** The sender, with or without a name: `a@example.org`, `Ada's service <a@example.org>`. */
  readonly from: string;
  /** Where the service is reached, for the signature. */
  readonly publicUrl: string;
  /** The name of the service: one line. Default: Algotheque. */
  readonly name?: string;
  /** Whom people ask for help: an e-mail address or a URL, as one line. Default: the address of `from`. */
  readonly contact?: string;
  /** How long the links work, in milliseconds; mails say it in words. Default: as `DEFAULT_POLICY` of the domain has it. */
  readonly lifetimes?: MailLook['lifetimes'];
  /**
   * The address of a front end of one's own: links lead to its pages, with the token in the fragment, and the signature has it.
   * Default: links lead to the users routes.
   */
  readonly appUrl?: string;
  /** Where its users routes are, such as `https://example.org/api/users`; links begin with it if there is no `appUrl`. */
  readonly usersUrl: string;
  /** Where its console is, such as `https://example.org/app`: mails about shared algorithms lead there if there is no `appUrl`. Default: there is none. */
  readonly consoleUrl?: string;
  /** What replaces texts of mails or their page; `readMailTemplates` reads a folder of them. Default: nothing. */
  readonly templates?: MailTemplates;
}

export interface WrittenMail {
  /** The link to open. */
  readonly link: string;
  readonly rendered: Rendered;
  /** The envelope, and the message as it is sent. */
  readonly composed: ComposedMail;
}

/** @throws TypeError for a recipient that no mail can have */
export type WriteMail = (
  recipient: Omit<MailRecipient, 'id'>,
  mail: Mail,
  of: Pick<MailParts, 'name' | 'date'>,
) => WrittenMail;

/** How long the links of mails work by a policy, in milliseconds. */
export const lifetimesOf = ({
  confirmTtlMs,
  recoverTtlMs,
  emailBackTtlMs,
}: Pick<Policy, 'confirmTtlMs' | 'recoverTtlMs' | 'emailBackTtlMs'>): MailLook['lifetimes'] => ({
  confirm: confirmTtlMs,
  recover: recoverTtlMs,
  change_email: confirmTtlMs,
  email_changed: emailBackTtlMs,
  email_taken_back: recoverTtlMs,
});

/** One mail before it is a message: who sends it, what it says, and where it leads. */
export interface MailWords extends Pick<WrittenMail, 'link' | 'rendered'> {
  readonly from: Sender;
  /** Where the recipient says that they want no more of these mails; null if there is no such link. */
  readonly refusal: string | null;
}

/**
 * Says what the mails of a service say.
 * @throws TypeError when a part of the form is malformed
 */
export function mailWords(form: MailForm): (recipient: Omit<MailRecipient, 'id'>, mail: Mail) => MailWords {
  const from = parseSender(form.from);
  const [publicUrl, usersUrl] = [checkedBase(form.publicUrl), checkedBase(form.usersUrl)];
  const appUrl = form.appUrl === undefined ? null : checkedBase(form.appUrl);
  const linkOf = appUrl === null ? linksBelow(usersUrl, publicUrl, form.consoleUrl) : linksOfApp(appUrl);
  const look: MailLook = {
    name: checkedLine(form.name ?? 'Algotheque', 'The name of the service'),
    contact: checkedLine(form.contact ?? from.address, 'The contact of mails'),
    address: appUrl ?? publicUrl,
    lifetimes: form.lifetimes ?? lifetimesOf(DEFAULT_POLICY),
    templates: wholeTemplates(form.templates ?? {}),
  };
  return (recipient, mail) => {
    const link = linkOf(mail);
    const refusal = refusalOf(usersUrl, mail);
    return { from, link, refusal, rendered: render({ ...recipient, ...mail, link, refusal }, look) };
  };
}

/**
 * Writes the mails of a service.
 * @throws TypeError when a part of the form is malformed
 */
export function mailWriter(form: MailForm): WriteMail {
  const words = mailWords(form);
  return (recipient, mail, of) => {
    const { link, rendered, ...rest } = words(recipient, mail);
    return { link, rendered, composed: composeMail({ ...rest, ...of, recipient, rendered }) };
  };
}
