import { systemClock } from '@algotheque/domain';
import { parseSender } from './address.ts';
import { composeMail } from './composeMail.ts';
import { type DkimOptions, dkimSigner } from './dkim.ts';
import { shownAnswer } from './smtpFailure.ts';
import { SmtpSession } from './smtpSession.ts';
import { DEFAULT_TIMEOUTS } from './smtpTimeouts.ts';
import { parseSmtpUrl } from './smtpUrl.ts';

export interface TestMailOptions {
  /** `smtp://user:password@host:port` or `smtps://…`, as for the worker. */
  readonly url: string;
  /** The sender, with or without a name: `a@example.org`, `Ada's service <a@example.org>`. */
  readonly from: string;
  /** The recipient: one plain address. */
  readonly to: string;
  /** Signs the mail. Default: it is sent without a signature. */
  readonly dkim?: DkimOptions;
}

/** How a mail server answered to one mail. */
export interface TestedMail {
  readonly host: string;
  readonly port: number;
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
 * Sends one mail at once, in the same way as the worker does: the same connection, login and times. It does not use the spool.
 * @throws TypeError when the URL, an address or `dkim` is malformed
 */
export async function sendTestMail({ url, from, to, dkim }: TestMailOptions): Promise<TestedMail> {
  const server = parseSmtpUrl(url);
  const rendered = { subject: SUBJECT, text: `${TEXT}\n`, html: `<!DOCTYPE html>\n<p>${TEXT}</p>\n` };
  const { envelope, message } = composeMail({
    from: parseSender(from),
    recipient: { adresseMail: to, pseudo: '' },
    rendered,
    date: systemClock.now(),
    refusal: null,
  });
  const sign = dkim === undefined ? null : dkimSigner(dkim);
  const session = new SmtpSession({ server, sign, timeouts: DEFAULT_TIMEOUTS, clock: systemClock });
  const failure = await session.send(envelope, message, false);
  await session.quit();
  const { answer, ...facts } = session.facts;
  return {
    host: server.host,
    port: server.port,
    isTaken: failure === null,
    answer: failure?.text ?? shownAnswer(answer ?? '', server),
    ...facts,
    hasLogin: server.auth !== null,
    signedBy: dkim?.domain ?? null,
  };
}
