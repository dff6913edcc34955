import { checkedAddress, sendTestMail, type TestedMail } from '@algotheque/adapters-mail';
import type { Env } from '../settings/schema.ts';
import { UsageError } from '../startError.ts';
import { linkBaseOf, localLinks } from './localLinks.ts';
import { mailServerOf } from './mailServer.ts';

/** @throws UsageError when the address is none; StartError without a mail server */
export async function testMail(address: string, env: Env) {
  const to = recipientOf(address);
  const { prepared, url } = await mailServerOf(env);
  const { settings, smtp, places } = prepared;
  const tested = await sendTestMail({ url, from: settings.ALGOTHEQUE_MAIL_FROM, to, ...smtp });
  const exitCode: 0 | 1 = tested.isTaken ? 0 : 1; // the links have nothing to do with the mail server
  const problem = localLinks(settings, places);
  const data = { ...tested, links: { base: linkBaseOf(settings), problem } };
  const text = `${textOf(tested, to)}\nLinks: ${problem ?? `lead to ${data.links.base}`}`;
  return { text, data, exitCode };
}

function recipientOf(address: string): string {
  try {
    return checkedAddress(address, 'ADDRESS');
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`${error.message}.`, { cause: error });
  }
}

function textOf(tested: TestedMail, to: string): string {
  const { isTaken, isConnected, answer, signedBy } = tested;
  const server = shownServer(tested);
  if (!isConnected) return `${server}: no session: ${answer}`;
  return [
    `${server} ${isTaken ? 'took' : 'did not take'} the mail to ${to}: ${answer}`,
    `TLS: ${tested.tls ?? 'not used, so everybody on the way can read the mail'}`,
    `Login: ${loginOf(tested)}`,
    `Signature (DKIM): ${signedBy === null ? 'none' : `by ${signedBy}`}`,
  ].join('\n');
}

function loginOf({ user, hasLogin }: TestedMail): string {
  if (user !== null) return `as ${user}`;
  return hasLogin ? 'failed' : 'none, because ALGOTHEQUE_MAIL_URL has no user';
}

/** `host:port`; an IPv6 address in brackets. */
const shownServer = ({ host, port }: { readonly host: string; readonly port: number }): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;
