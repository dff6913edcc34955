import { type Prepared, prepare } from '../prepare.ts';
import { loadSettings } from '../settings/loadSettings.ts';
import { StartError } from '../startError.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** The mail server of the settings, and the spool that a server drains to it. */
export interface MailServer {
  readonly prepared: Prepared;
  /** The address of the mail server with its credentials. */
  readonly url: string;
  /** The folder of the spool; it may be absent. */
  readonly dir: string;
}

/** @throws StartError when the settings are wrong, or have no mail server */
export async function mailServerOf(env: Env): Promise<MailServer> {
  const prepared = await prepare(loadSettings(env));
  const { smtp: url, dir } = prepared.places.mail;
  if (url === null)
    throw new StartError(`There is no mail server: mails stay in ${dir}. ALGOTHEQUE_MAIL_URL=smtp://… names one`);
  return { prepared, url, dir };
}

/** `host:port`; an IPv6 address in brackets. */
export const shownServer = ({ host, port }: { readonly host: string; readonly port: number }): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;
