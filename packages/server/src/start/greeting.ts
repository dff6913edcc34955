import type { AddressInfo } from 'node:net';
import type { SpooledMail } from '@algotheque/adapters-mail';
import { standardError } from '@algotheque/http-koa';
import { build } from '../build.ts';
import { linkBaseOf } from '../mails/localLinks.ts';
import type { Places } from '../places.ts';
import type { Settings } from '../settings/loadSettings.ts';
import { mailFormOf, mailLine } from '../terminal/mailLine.ts';

/** Writes a line for people to standard error, without waiting for a reader. Standard output is for the log. */
export const say = (line: string): void => standardError().write(`${line}\n`);

/** Prints where the server listens and where data and mails are, when it has started. */
export function greet(started: {
  readonly settings: Settings;
  readonly places: Places;
  /** The database that cannot be reached yet, without credentials. */
  readonly awaited: string | null;
  readonly address: AddressInfo;
  /** Where the metrics are; null if they are off. */
  readonly metrics: AddressInfo | null;
}): void {
  const { settings, places, awaited, address, metrics } = started;
  say(`Algotheque ${build()} listens on ${urlOf(address)}`);
  say(
    `  users under ${settings.usersPrefix}, algorithms under ${settings.algosPrefix}, folders under ${settings.foldersPrefix}`,
  );
  say(`  data in ${places.dataDir}${places.store.path === null ? `, records in ${places.store.kind.name}` : ''}`);
  if (metrics !== null) say(`  metrics on ${urlOf(metrics)}/metrics`);
  if (awaited !== null) say(`  ${awaited} cannot be reached yet; requests get 503 until it can`);
  say(
    places.mail.smtp === null
      ? `  mails in ${places.mail.dir}; the link of each is printed here`
      : `  mails by SMTP, from the spool in ${places.mail.dir}; their links lead to ${linkBaseOf(settings)}`,
  );
}

/** The address for a browser. For 127.0.0.1 the name `localhost`, as in the links of mails. */
export function urlOf({ address, family, port }: AddressInfo): string {
  if (address === '127.0.0.1') return `http://localhost:${port}`;
  return family === 'IPv6' ? `http://[${address}]:${port}` : `http://${address}:${port}`;
}

/** Prints each mail in the outbox, for people on a terminal and as JSON elsewhere. Mails that a mail server sends are not printed. */
export function mailTeller(env: Readonly<Record<string, string | undefined>>): (mail: SpooledMail) => void {
  const form = mailFormOf(process.stderr, env);
  return (mail) => say(mailLine(mail, form, Date.now()));
}
