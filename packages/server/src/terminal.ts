import type { AddressInfo } from 'node:net';
import type { SpooledMail } from '@algotheque/adapters-mail';
import { standardError } from '@algotheque/http-koa';
import type { Places } from './places.ts';
import type { Settings } from './settings/loadSettings.ts';
import { version } from './version.ts';

/** Writes a line for people to standard error, without waiting for a reader. Standard output is for the log. */
export const say = (line: string): void => standardError().write(`${line}\n`);

/** Prints where the server listens and where data and mails are, when it has started. */
export function greet(started: {
  readonly settings: Settings;
  readonly places: Places;
  /** The MongoDB that cannot be reached yet, without credentials. */
  readonly awaited: string | null;
  readonly address: AddressInfo;
  /** Where the metrics are; null if they are off. */
  readonly metrics: AddressInfo | null;
}): void {
  const { settings, places, awaited, address, metrics } = started;
  say(`Algotheque ${version} listens on ${urlOf(address)}`);
  say(`  users under ${settings.usersPrefix}, algorithms under ${settings.algosPrefix}`);
  say(`  data in ${places.dataDir}${places.store.kind === 'mongodb' ? ', records in MongoDB' : ''}`);
  if (metrics !== null) say(`  metrics on ${urlOf(metrics)}/metrics`);
  if (awaited !== null) say(`  MongoDB at ${awaited} cannot be reached yet; requests get 503 until it can`);
  say(
    places.mail.smtp === null
      ? `  mails in ${places.mail.dir}; the link of each is printed here`
      : `  mails by SMTP, from the spool in ${places.mail.dir}`,
  );
}

const urlOf = ({ family, address, port }: AddressInfo): string =>
  `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;

/** Prints one line for each mail in the outbox. It is not a log record. Mails that a mail server sends have no line. */
export function tellOfMail({ kind, to, link }: SpooledMail): void {
  say(`mail to ${to}: ${kind}${link === null ? '' : ` ${link}`}`);
}
