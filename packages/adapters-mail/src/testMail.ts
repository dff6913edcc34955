import { systemClock } from '@algotheque/domain';
import { checkedAddress, parseSender } from './address.ts';
import { composeMail } from './composeMail.ts';
import type { SmtpWorkerOptions } from './deliverySettings.ts';
import { newMailName } from './mailName.ts';
import { AUTOMATIC } from './mailWriter.ts';
import type { SmtpOptions } from './smtpOptions.ts';
import { SmtpTransport } from './smtpTransport.ts';
import type { SmtpServer } from './smtpUrl.ts';

export interface TestMailOptions extends SmtpOptions, Pick<SmtpWorkerOptions, 'url' | 'from'> {
  /** The recipient: one plain address. */
  readonly to: string;
}

export interface TestedMail extends Pick<SmtpServer, 'host' | 'port'> {
  /** Whether the server took the mail. */
  readonly isTaken: boolean;
  /** What the server answered to the mail, or why it did not get it; without credentials, may have several lines. */
  readonly answer: string;
  /** Whether the server has greeted, and TLS has started where it is used. */
  readonly isConnected: boolean;
  /** The version of TLS, such as `TLSv1.3`; null without TLS. */
  readonly tls: string | null;
  /** The user that was logged in; null if nobody was. */
  readonly user: string | null;
  /** Whether the URL has a user, so that a login was to be made. */
  readonly hasLogin: boolean;
  /** The domain of the mail's signature (DKIM); null without one. */
  readonly signedBy: string | null;
}

const SUBJECT = 'Test of the mail server';
const TEXT = 'This mail was sent by the command "algotheque mail test". The mail server works.';

/**
 * Sends one mail at once, in the same way as the worker does: the same connection, login and times. It does not use the queue.
 * @throws TypeError when the URL, an address or `dkim` is malformed
 */
export async function sendTestMail({ from, to, ...options }: TestMailOptions): Promise<TestedMail> {
  const transport = new SmtpTransport(options);
  const { server } = transport;
  const rendered = { subject: SUBJECT, text: `${TEXT}\n`, html: `<!DOCTYPE html>\n<p>${TEXT}</p>\n` };
  const now = systemClock.now();
  const address = checkedAddress(to, 'The recipient');
  const parts = { ...rendered, from: parseSender(from), to: { name: '', address }, headers: AUTOMATIC };
  const mail = composeMail(parts, { name: newMailName(now), date: now });
  const { signal } = new AbortController();
  const { answer, failure, tls } = await transport.send(async () => mail, signal, systemClock);
  transport.close();
  const isBegun = failure?.kind !== 'unreachable'; // there was a session, with a login if the URL has a user
  return {
    host: server.host,
    port: server.port,
    isTaken: failure === null,
    answer: isBegun ? answer : `${failure.what}: ${answer}`,
    isConnected: isBegun || failure.code.startsWith('EAUTH'),
    tls,
    user: isBegun ? (server.auth?.user ?? null) : null,
    hasLogin: server.auth !== null,
    signedBy: options.dkim?.domain ?? null,
  };
}
