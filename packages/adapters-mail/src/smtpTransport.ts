import { type ConnectionOptions, getCACertificates, TLSSocket } from 'node:tls';
import type { Clock } from '@algotheque/domain';
import { createTransport } from 'nodemailer';
import type { ExternalLogger as Logger } from 'nodemailer/lib/shared';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type SMTPPool from 'nodemailer/lib/smtp-pool';
import type { SMTPPoolQueueEntry } from 'nodemailer/lib/smtp-pool';
import type { ComposedMail } from './composeMail.ts';
import { type DkimOptions, dkimKeys } from './dkim.ts';
import { type SmtpFailure, smtpFailure } from './smtpFailure.ts';
import { type DeliveryTimeouts, longestTryMs, SLOW_SILENCE_MS } from './smtpTimeouts.ts';
import { isLoopback, type SmtpServer } from './smtpUrl.ts';

/** How the mail server is reached, beside its URL. */
export interface SmtpOptions {
  /** Signs each mail when it is sent. Default: mails are sent without a signature. */
  readonly dkim?: DkimOptions;
  /** The most connections at one time. Default: 4, which servers accept. */
  readonly connections?: number;
  /** The name of this client in EHLO. Default: the domain of the sender, if it has a dot, else the name of the machine. */
  readonly clientName?: string;
  /** Certificates of further authorities, in PEM. Default: those that Node trusts. */
  readonly ca?: string;
  /** What differs from DEFAULT_TIMEOUTS. */
  readonly timeouts?: Partial<DeliveryTimeouts>;
}

export const CONNECTIONS = 4;
/** Of a mail whose idle connection the server has just ended. */
const MOST_REQUEUES = 1;
/** An idle connection is closed, because servers accept few. */
const IDLE_MS = 5_000;

const NO_LOGIN = 'The server does not offer to log in';

/** What is known of the session of the last mail. */
export interface SessionFacts {
  /** The version of TLS, such as `TLSv1.3`; null without TLS. */
  readonly tls: string | null;
  /** Whether the login was made. */
  readonly isLoggedIn: boolean;
}

/** A connection of nodemailer's pool, as far as it is read here. */
interface PooledSession {
  readonly queueEntry?: SMTPPoolQueueEntry | false;
  readonly connection?: Pick<SMTPConnection, 'authenticated' | '_socket'>;
}

interface TransportSettings extends Omit<SmtpOptions, 'timeouts'> {
  readonly server: SmtpServer;
  readonly timeouts: DeliveryTimeouts;
}

/** What a try to send a mail has ended with. */
interface Sent {
  /** Whether there was a session for the mail, with a login if the URL has a user. */
  readonly isBegun: boolean;
  /** What the server answered to the mail, or why it did not get it; of a failure without credentials. */
  readonly answer: string;
  readonly failure: SmtpFailure | null;
}

/** A pool of connections to a mail server. */
export class SmtpTransport {
  readonly #mailer: ReturnType<typeof mailerOf>;
  readonly #server: SmtpServer;
  readonly #timeouts: DeliveryTimeouts;
  readonly #begun = new WeakMap<object, () => void>();
  #tls: string | null = null;
  #isLoggedIn = false;

  constructor(settings: TransportSettings) {
    this.#server = settings.server;
    this.#timeouts = settings.timeouts;
    this.#mailer = mailerOf(settings, this.#logger());
    this.#mailer.use('stream', ({ message, data }, done) => {
      message.processFunc((input) => {
        this.#begun.get(Object(data.raw))?.(); // the pool asks for the message when a session has it next
        return input;
      });
      done();
    });
  }

  get facts(): SessionFacts {
    return { tls: this.#tls, isLoggedIn: this.#isLoggedIn };
  }

  /**
   * Sends a mail, for the longest time of one try at most.
   * @param compose its TypeError says that no mail can be made
   * @param signal ends the try
   */
  async send(compose: () => Promise<ComposedMail>, signal: AbortSignal, clock: Clock): Promise<Sent> {
    const [ended, late] = [new AbortController(), new AbortController()];
    void clock.sleep(longestTryMs(this.#timeouts), ended.signal).then(() => {
      if (!ended.signal.aborted) late.abort();
    });
    let isBegun = false;
    const onBegin = (): void => {
      isBegun = true;
    };
    try {
      const answer = await this.#sendNow(await compose(), onBegin, AbortSignal.any([signal, late.signal]));
      return { isBegun, answer, failure: null };
    } catch (error) {
      const failure = smtpFailure(error, { isBegun, isLate: late.signal.aborted }, this.#server);
      return { isBegun, answer: failure.text, failure };
    } finally {
      ended.abort();
    }
  }

  /** @throws nodemailer's errors, unchanged */
  async #sendNow({ envelope, message }: ComposedMail, onBegin: () => void, signal: AbortSignal): Promise<string> {
    const raw = Buffer.from(message); // a key of its own, also if a mail is sent twice
    const refused = new AbortController();
    this.#begun.set(raw, () => {
      const session = this.#sessions.find(({ queueEntry }) => queueEntry && queueEntry.mail.data.raw === raw);
      this.#isLoggedIn = session?.connection?.authenticated ?? false;
      if (this.#server.auth === null || this.#isLoggedIn) onBegin();
      else refused.abort(); // the pool would go on without a login
    });
    const all = { envelope: { ...envelope }, raw, signal: AbortSignal.any([signal, refused.signal]) };
    const { response } = await this.#mailer.sendMail(all).catch((error: unknown) => {
      throw refused.signal.aborted ? Object.assign(new Error(NO_LOGIN), { code: 'EAUTH' }) : error;
    });
    return response;
  }

  /** Ends all connections; mails that are under way fail. */
  close(): void {
    const pool = this.#mailer.transporter as SMTPPool; // by its options
    pool.close({ force: true });
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

/** The pool for mails after which the server fell silent: they get more time, and delay no others. */
export function slowTransport({ timeouts, ...settings }: TransportSettings): SmtpTransport {
  const silenceMs = Math.max(timeouts.silenceMs, SLOW_SILENCE_MS);
  return new SmtpTransport({ ...settings, connections: 1, timeouts: { ...timeouts, silenceMs } });
}

const mailerOf = (settings: TransportSettings, logger: Logger) => createTransport({ ...poolOptions(settings), logger });

function poolOptions({ server, timeouts, connections = CONNECTIONS, clientName, ...more }: TransportSettings) {
  const { host, port, secure, requireTLS, usesTLS, auth } = server;
  const { connectMs, silenceMs } = timeouts;
  return {
    pool: true as const,
    maxConnections: connections,
    maxRequeues: MOST_REQUEUES,
    idleTimeout: IDLE_MS,
    host,
    port,
    secure,
    requireTLS,
    ignoreTLS: !usesTLS,
    ...(auth !== null && { auth: { ...auth } }),
    ...(clientName !== undefined && { name: clientName }),
    ...(more.dkim !== undefined && { dkim: dkimKeys(more.dkim) }),
    tls: tlsOptions(server, more.ca),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** A connection to this machine itself crosses no network, and its mail server often has a certificate that no authority has signed. */
function tlsOptions({ host, requireTLS, secure }: SmtpServer, ca: string | undefined): ConnectionOptions {
  const rejectUnauthorized = requireTLS || secure || !isLoopback(host);
  return { rejectUnauthorized, ...(ca !== undefined && { ca: [...getCACertificates(), ca] }) };
}
