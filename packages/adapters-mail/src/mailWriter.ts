import { DEFAULT_POLICY, type Mail, type MailRecipient, type Policy } from '@algotheque/domain';
import { checkedLine, checkedRecipient, parseSender, type Sender } from './address.ts';
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
  /**
   * Where its console is, such as `https://example.org/app`: mails about shared algorithms lead there if there is no `appUrl`. Default:
   * there is none.
   */
  readonly consoleUrl?: string;
  /** What replaces texts of mails or their page; `readMailTemplates` reads a folder of them. Default: nothing. */
  readonly templates?: MailTemplates;
}

export interface RenderedMail extends Rendered {
  readonly from: Sender;
  readonly to: { readonly name: string; readonly address: string };
  /** The headers that it needs beside those of every mail. */
  readonly headers: Readonly<Record<string, string>>;
  /** The link to open. */
  readonly link: string;
}

/** @throws TypeError for a recipient that no mail can have; the message shows no address */
export type WriteMail = (recipient: Omit<MailRecipient, 'id'>, mail: Mail) => RenderedMail;

/** How long the links of mails work by a policy, in milliseconds. */
export const lifetimesOf = ({ confirmTtlMs, recoverTtlMs, emailBackTtlMs }: Policy): MailLook['lifetimes'] => ({
  confirm: confirmTtlMs,
  recover: recoverTtlMs,
  change_email: confirmTtlMs,
  email_changed: emailBackTtlMs,
  email_taken_back: recoverTtlMs,
});

/**
 * Says what the mails of a service say, in the language of their recipients.
 * @throws TypeError when a part of the form is malformed
 */
export function mailWriter(form: MailForm): WriteMail {
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
    const to = checkedRecipient(recipient);
    const link = linkOf(mail);
    const refusal = refusalOf(usersUrl, mail);
    const headers = { ...AUTOMATIC, ...(refusal !== null && refusing(refusal)) };
    return { from, to, ...render({ ...recipient, ...mail, link, refusal }, look), headers, link };
  };
}

/**
 * What the service says in a mail, for a mailer of one's own: its parts and its link, in the language of the recipient.
 * @throws TypeError when a part of the form is malformed, or for a recipient that no mail can have; the message shows no address
 */
export const renderMail = (recipient: Omit<MailRecipient, 'id'>, mail: Mail, form: MailForm): RenderedMail =>
  mailWriter(form)(recipient, mail);

/** RFC 3834, section 5: no vacation notices in answer. */
export const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' } as const;

/** RFC 2369, section 3.2, and RFC 8058, section 3.1. */
const refusing = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});
