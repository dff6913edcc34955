import type { Mail } from '@algotheque/domain';

/** Makes the link of a mail; null for a mail that has none. */
export type LinkOf = (mail: Mail) => string | null;

/**
 * Links below the public address, whatever a request said about hosts.
 * @param publicUrl absolute http or https URL without user-info, query and fragment; a slash at its end makes no difference
 * @param usersPrefix path of the users group below it (`/api/users`)
 * @throws TypeError when one of them is not that
 */
export function linksBelow(publicUrl: string, usersPrefix: string): LinkOf {
  const base = `${checkedBase(publicUrl)}${checkedPrefix(usersPrefix)}`;
  return (mail) => (mail.kind === 'password_changed' ? null : `${base}/${mail.kind}/${encodeURIComponent(mail.token)}`);
}

/** The public address without a slash at its end. @throws TypeError when it is none */
export function checkedBase(publicUrl: string): string {
  const url = URL.parse(publicUrl);
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (!isPlain || /[?#\s]/.test(publicUrl)) {
    throw new TypeError(
      'The public URL of mails must be an absolute http or https URL without user-info, query and fragment',
    );
  }
  return url.href.replace(/\/+$/, '');
}

function checkedPrefix(prefix: string): string {
  if (!/^(\/[\w.~-]+)*$/.test(prefix)) {
    throw new TypeError('The prefix of the users routes must be a path such as /api/users, or empty');
  }
  return prefix;
}
