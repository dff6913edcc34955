import { type ConnectionOptions, getCACertificates } from 'node:tls';
import { type DkimOptions, dkimKeys } from './dkim.ts';
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

/** How long the server may take, in milliseconds. */
export interface DeliveryTimeouts {
  /** From the look-up of its name to the greeting and the end of a TLS handshake. */
  readonly connectMs: number;
  /** For each answer. */
  readonly silenceMs: number;
}

/**
 * RFC 5321, section 4.5.3.2, allows an unknown server 10 minutes for the last answer. Here the server is the relay of the operator, which
 * accepts a mail and delivers it later: it answers within seconds, and a wait delays other mails. A mail after which it was silent once
 * gets SLOW_SILENCE_MS from then on, over a connection of its own.
 */
export const DEFAULT_TIMEOUTS: DeliveryTimeouts = { connectMs: 25_000, silenceMs: 60_000 };

/** The full time of RFC 5321, so that a slow server gets the mail, and gets it once. */
const SLOW_SILENCE_MS = 600_000;

export const CONNECTIONS = 4;
/** Of a mail whose idle connection the server has just ended. */
const MOST_REQUEUES = 1;
/** An idle connection is closed, because servers accept few. */
const IDLE_MS = 5_000;

/** For mails after which the server fell silent: they get more time, and delay no others. */
export function slowOptions<Options extends SmtpOptions>({ timeouts, ...options }: Options) {
  const silenceMs = Math.max(timeouts?.silenceMs ?? 0, SLOW_SILENCE_MS);
  return { ...options, connections: 1, timeouts: { ...timeouts, silenceMs } };
}

/** The options as nodemailer takes them. @throws TypeError when `dkim` is malformed */
export function poolOptions(server: SmtpServer, options: SmtpOptions) {
  const { usesTLS, auth, ...place } = server;
  const { connections = CONNECTIONS, clientName, dkim, ca, timeouts } = options;
  const { connectMs, silenceMs } = { ...DEFAULT_TIMEOUTS, ...timeouts };
  return {
    pool: true as const,
    maxConnections: connections,
    maxRequeues: MOST_REQUEUES,
    idleTimeout: IDLE_MS,
    ...place,
    ignoreTLS: !usesTLS,
    ...(auth !== null && { auth: { ...auth } }),
    ...(clientName !== undefined && { name: clientName }),
    ...(dkim !== undefined && { dkim: dkimKeys(dkim) }),
    tls: tlsOptions(server, ca),
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
