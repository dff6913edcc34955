import { isIP } from 'node:net';
import { isLoopback } from '@algotheque/adapters-mail';
import type { Places } from '../places.ts';
import type { Settings } from '../settings/loadSettings.ts';
import { SettingsError } from '../startError.ts';

export const linkBaseOf = (settings: Settings): string => settings.ALGOTHEQUE_APP_URL ?? publicUrlOf(settings);

/** The address of the server in mails. A server on `::1` or `127.0.0.2` is not on `127.0.0.1`. */
export function publicUrlOf({ ALGOTHEQUE_URL: url, HOST: host, PORT: port }: Settings): string {
  if (url !== null) return url;
  const hostname = URL.parse(`http://${isIP(host) === 6 ? `[${host}]` : host}`)?.hostname ?? '';
  return `http://${isIP(host) !== 0 && isLoopback(hostname) ? hostname : '127.0.0.1'}:${port}`;
}

/**
 * In words, that a mail server would send links which lead each reader to the reader's own machine. Null if it is not so, or is meant.
 */
export function localLinks(settings: Settings, { mail }: Pick<Places, 'mail'>): string | null {
  const base = linkBaseOf(settings);
  if (settings.ALGOTHEQUE_LOCAL_LINKS || mail.smtp === null || !isThisMachine(URL.parse(base)?.hostname ?? ''))
    return null;
  const name = settings.ALGOTHEQUE_APP_URL === null ? 'ALGOTHEQUE_URL' : 'ALGOTHEQUE_APP_URL';
  return (
    `${name}: a mail server is set, but the links of mails lead to ${base}, which is another machine for each reader. ` +
    `Set the public address, or ALGOTHEQUE_LOCAL_LINKS=on if this is meant`
  );
}

/**
 * Whether a host of a parsed address is the machine of the person who opens it: `0.0.0.0` and `::` are, for browsers, and so is
 * `127.0.0.0/8` written as IPv6. A parsed address has all of them in their short form.
 */
const isThisMachine = (host: string): boolean =>
  isLoopback(host.replace(/\.$/, '')) ||
  host === '0.0.0.0' ||
  /^\[::(?:ffff:(?:7f[0-9a-f]{2}:[0-9a-f]{1,4}|0:0))?\]$/.test(host);

export function refuseLocalLinks(settings: Settings, places: Pick<Places, 'mail'>): void {
  const problem = localLinks(settings, places);
  if (problem !== null) throw new SettingsError(problem);
}
