import type { AddressInfo } from 'node:net';
import { basename, dirname } from 'node:path';
import type { FolderMail } from '@algotheque/adapters-mail';
import { standardError } from '@algotheque/http-koa';
import type { Backend } from '../backend.ts';
import { build } from '../build.ts';
import { linkBaseOf } from '../mails/localLinks.ts';
import type { Settings } from '../settings/loadSettings.ts';
import { hasConsole } from '../settings/look.ts';
import type { Env } from '../settings/schema.ts';
import type { Scraping } from '../telemetry/scraping.ts';
import { type ColourOutput, styled } from '../terminal/text.ts';

/** How a command is run: in a clone it runs from the sources, as the server does. */
const COMMAND = basename(dirname(import.meta.dirname)) === 'src' ? 'npm run algotheque --' : 'algotheque';

/** Writes a line for people to standard error, without waiting for a reader. Standard output is for the log. */
export const say = (line: string): void => standardError().write(`${line}\n`);

interface Started {
  readonly settings: Settings;
  readonly backend: Pick<Backend, 'places' | 'awaited'>;
  readonly scraping: Pick<Scraping, 'address'> | null;
  readonly isEmpty: boolean;
}

export function greet({ settings, backend, scraping, isEmpty }: Started, address: AddressInfo): void {
  const { places, awaited } = backend;
  say(`Algotheque ${build()} listens on ${listeningUrl(address)}`);
  say(
    `  users under ${settings.ALGOTHEQUE_USERS_PREFIX}, algorithms under ${settings.ALGOTHEQUE_ALGOS_PREFIX}, folders under ${settings.ALGOTHEQUE_FOLDERS_PREFIX}`,
  );
  say(`  data in ${places.dataDir}${places.store.path === null ? `, records in ${places.store.kind.name}` : ''}`);
  if (settings.ALGOTHEQUE_PAGES === 'all' && !hasConsole(settings)) {
    say('  without /app for browsers, because it is not built: `npm run build` builds it');
  }
  if (scraping !== null) say(`  metrics on ${listeningUrl(scraping.address)}/metrics`);
  if (awaited !== null) say(`  ${awaited} cannot be reached yet; requests get 503 until it can`);
  if (isEmpty) {
    say(`  no account yet: with one, \`${COMMAND} user grant-owner EMAIL --act\` makes you an owner of the service;`);
    say('  it needs the settings of this server');
  }
  say(
    places.mail.smtp === null
      ? `  mails in ${places.mail.dir}; the link of each is printed here`
      : `  mails by SMTP; their links lead to ${linkBaseOf(settings)}`,
  );
}

/** The address for a browser. Not the name `localhost`: some programs take it for `::1` alone. */
export function listeningUrl({ address, family, port }: AddressInfo): string {
  return family === 'IPv6' ? `http://[${address}]:${port}` : `http://${address}:${port}`;
}

/** Prints each mail in the outbox, for people on a terminal and as JSON elsewhere. Mails that a mail server sends are not printed. */
export const mailTeller =
  (env: Env) =>
  (mail: FolderMail): void =>
    say(mailLine(mail, { output: process.stderr, env }, Date.now()));

/**
 * What is printed for a mail in the outbox, without the last newline: two short lines on a terminal, so that the link is not lost among
 * the long lines of the log, and one line of JSON elsewhere. It is not a log record.
 * @param now milliseconds since the Unix epoch
 */
export function mailLine(mail: FolderMail, { output, env }: { output: ColourOutput; env: Env }, now: number): string {
  const { kind, to, link, file } = mail;
  if (output.isTTY === true)
    return `${styled(['bold', 'cyan'], `mail to ${to}: ${kind}`, output, env)}\n  ${styled('underline', link, output, env)}`;
  const time = new Date(now).toISOString();
  return JSON.stringify({ time, mail: { kind, to, link, file }, msg: 'mail in the outbox' });
}
