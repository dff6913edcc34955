import type { Mail, MailWithLink } from '@algotheque/domain';

/** Makes the link of a mail; null for a mail that has none. */
export type LinkOf = (mail: Mail) => string | null;

/**
 * Links that start with the address of the users routes, never with a host from a request.
 * @throws TypeError when that is no base of links
 */
export function linksBelow(usersUrl: string): LinkOf {
  const base = checkedBase(usersUrl);
  return (mail) => ('token' in mail ? `${base}/${PATHS[mail.kind]}/${encodeURIComponent(mail.token)}` : null);
}

/**
 * Links that lead to the pages of a front end. The token is in the fragment, which browsers do not send: no log of the front end and no
 * `Referer` has it.
 * @throws TypeError when that is no base of links
 */
export function linksOfApp(appUrl: string): LinkOf {
  const base = checkedBase(appUrl);
  return (mail) => ('token' in mail ? `${base}/${PATHS[mail.kind]}#token=${encodeURIComponent(mail.token)}` : null);
}

/** Where the link of a mail leads, below the users routes or a front end. */
const PATHS: Readonly<Record<MailWithLink, string>> = {
  confirm: 'confirm',
  recover: 'recover',
  change_email: 'email',
  email_changed: 'email/back',
};

/**
 * The address without a slash at its end.
 * @throws TypeError when it is no absolute http or https URL, or has user-info, a query or a fragment
 */
export function checkedBase(publicUrl: string): string {
  const url = URL.parse(publicUrl);
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (!isPlain || /[?#\s]/.test(publicUrl)) {
    throw new TypeError('A URL of mails must be an absolute http or https URL without user-info, query and fragment');
  }
  return url.href.replace(/\/+$/, '');
}
