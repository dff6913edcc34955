import type { Mail, MailWithToken } from '@algotheque/domain';

export type LinkOf = (mail: Mail) => string;

/**
 * Links that start with the address of the users routes, never with a host from a request; those without a page there lead to `home`, or
 * to the algorithm in the console.
 * @throws TypeError when one of them is no base of links
 */
export function linksBelow(usersUrl: string, home: string, consoleUrl?: string): LinkOf {
  const base = checkedBase(usersUrl);
  const start = checkedBase(home);
  const console = consoleUrl === undefined ? null : checkedBase(consoleUrl);
  const algo = (mail: Mail) =>
    mail.kind === 'algo_shared' && console !== null ? `${console}/algos/${mail.algoId}` : start;
  return linkOf(base, algo, '/');
}

/**
 * Links that lead to the pages of a front end. The token is in the fragment, which browsers do not send: no log of the front end and no
 * `Referer` has it. The id of an algorithm is in the fragment of the start page, so that a front end without a page for it opens anyway.
 * @throws TypeError when that is no base of links
 */
export function linksOfApp(appUrl: string): LinkOf {
  const base = checkedBase(appUrl);
  return linkOf(base, (mail) => (mail.kind === 'algo_shared' ? `${base}/#algo=${mail.algoId}` : base), '#token=');
}

/**
 * Where the link of a mail leads, below the users routes or a front end; null: the start page. Behind a slash at the end is a token;
 * without one it is the page that asks for a mail.
 */
const PATHS: Readonly<
  Record<MailWithToken, `${string}/`> & Record<Exclude<Mail['kind'], MailWithToken>, string | null>
> = {
  confirm: 'confirm/',
  recover: 'recover/',
  change_email: 'email/',
  email_changed: 'email/back/',
  email_reserved: 'email/back/',
  email_taken_back: 'recover/',
  password_changed: 'recover',
  account_recovered: 'recover',
  email_taken: 'recover',
  email_displaced: 'recover',
  algo_shared: null,
  test: null,
  share_invitation: 'invitation/',
};

const linkOf =
  (base: string, start: LinkOf, beforeToken: '/' | '#token='): LinkOf =>
  (mail) => {
    const path = PATHS[mail.kind];
    if (path === null) return start(mail);
    const end = 'token' in mail ? path.slice(0, -1) + beforeToken + encodeURIComponent(mail.token) : path;
    return `${base}/${end}`;
  };

/** Whether a mail has a token, and nothing else of its own. */
export const hasToken = (kind: Mail['kind']): kind is MailWithToken =>
  kind !== 'share_invitation' && PATHS[kind]?.endsWith('/') === true;

/**
 * Where the reader of a mail says that they want no more of these; null if it has no such link. It always leads to the users routes,
 * because mail programs send a request there (RFC 8058).
 */
export const refusalOf = (usersUrl: string, mail: Mail): string | null =>
  mail.kind === 'share_invitation' ? `${usersUrl}/invitation/refuse/${encodeURIComponent(mail.token)}` : null;

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
