import { TLSSocket } from 'node:tls';
import type { Clock } from '@algotheque/domain';
import { createTransport, type Transporter } from 'nodemailer';
import type { ExternalLogger as Logger } from 'nodemailer/lib/shared';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SMTPPoolOptions, SMTPPoolQueueEntry, SMTPPoolSentMessageInfo } from 'nodemailer/lib/smtp-pool';
import type { ComposedMail } from './composeMail.ts';
import { type SmtpFailure, shownAnswer, smtpFailure } from './smtpFailure.ts';
import { poolOptions, type SmtpOptions } from './smtpOptions.ts';
import { parseSmtpUrl, type SmtpServer } from './smtpUrl.ts';

const NO_LOGIN = 'The server does not offer to log in';

/** A connection of nodemailer's pool, as far as it is read here. */
interface PooledSession {
  readonly queueEntry?: SMTPPoolQueueEntry | false;
  readonly connection?: Pick<SMTPConnection, 'authenticated' | '_socket'>;
}

/** What a try to send a mail has ended with. */
interface Sent {
  /** What the server answered to the mail, or why it did not get it, for the operator: without credentials. */
  readonly answer: string;
  readonly failure: SmtpFailure | null;
  /** The version of TLS, such as `TLSv1.3`, in the last session that had it; null without TLS. */
  readonly tls: string | null;
}

/** A pool of connections to a mail server. */
export class SmtpTransport {
  readonly server: SmtpServer;
  /** The longest time of one try: the timers of silence do not end a server that sends a little again and again. */
  readonly #longestMs: number;
  readonly #mailer: Transporter<SMTPPoolSentMessageInfo, SMTPPoolOptions>;
  /** What is called when a session has a mail next, by the signal that ends its try. */
  readonly #begun = new WeakMap<AbortSignal, () => void>();
  #tls: string | null = null;

  /** @throws TypeError when the URL or `dkim` is malformed; the message shows nothing of them */
  constructor(options: SmtpOptions & { readonly url: string }) {
    this.server = parseSmtpUrl(options.url);
    const pool = poolOptions(this.server, options);
    this.#longestMs = pool.connectionTimeout + 2 * pool.socketTimeout;
    this.#mailer = createTransport({ ...pool, logger: this.#logger() });
    this.#mailer.use('stream', ({ message, data }, done) => {
      // The pool asks for the message when a session has it next.
      message.processFunc((input) => {
        if (data.signal !== undefined) this.#begun.get(data.signal)?.();
        return input;
      });
      done();
    });
  }

  /**
   * Sends a mail, for the longest time of one try at most.
   * @param compose its TypeError says that no mail can be made
   * @param signal ends the try
   */
  async send(compose: () => Promise<ComposedMail>, signal: AbortSignal, clock: Clock): Promise<Sent> {
    const [ended, late, refused] = [new AbortController(), new AbortController(), new AbortController()];
    void clock.sleep(this.#longestMs, ended.signal).then(() => {
      if (!ended.signal.aborted) late.abort();
    });
    const ends = AbortSignal.any([signal, late.signal, refused.signal]);
    let isBegun = false;
    this.#begun.set(ends, () => {
      if (this.server.auth === null || this.#isLoggedIn(ends)) isBegun = true;
      else refused.abort(); // the pool would go on without a login
    });
    try {
      const { envelope, message } = await compose();
      const { response } = await this.#mailer.sendMail({ envelope: { ...envelope }, raw: message, signal: ends });
      return { answer: shownAnswer(response, this.server), failure: null, tls: this.#tls };
    } catch (error) {
      const cause = refused.signal.aborted ? Object.assign(new Error(NO_LOGIN), { code: 'EAUTH' }) : error;
      const failure = smtpFailure(cause, { isBegun, isLate: late.signal.aborted }, this.server);
      return { answer: failure.text, failure, tls: this.#tls };
    } finally {
      ended.abort();
    }
  }

  /** Ends all connections; mails that are under way fail. */
  close(): void {
    this.#mailer.close({ force: true });
  }

  #isLoggedIn(signal: AbortSignal): boolean {
    const session = this.#sessions.find(({ queueEntry }) => queueEntry && queueEntry.mail.data.signal === signal);
    return session?.connection?.authenticated ?? false;
  }

  /** nodemailer shows it nowhere else. */
  get #sessions(): readonly PooledSession[] {
    return Object(this.#mailer?.transporter)._connections ?? [];
  }

  /** The version of TLS is read at each entry of the log, so that it is also known of a session that fails. */
  #logger(): Logger {
    const look = (): void => {
      const sockets = this.#sessions.map(({ connection }) => connection?._socket);
      this.#tls = sockets.find((socket) => socket instanceof TLSSocket)?.getProtocol() ?? this.#tls;
    };
    return { level() {}, trace: look, debug: look, info: look, warn: look, error: look, fatal: look };
  }
}
