import { isIPv4 } from 'node:net';

/** A mail server as its URL names it. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the start (`smtps:`). Without it STARTTLS is used where the server offers it. */
  readonly secure: boolean;
  /** Sends nothing without TLS. By default it is so where there are credentials and the server is not on this machine. */
  readonly requireTLS: boolean;
  /** False: TLS is not used, also if the server offers it. Only for a server on this machine. */
  readonly usesTLS: boolean;
  readonly auth: { readonly user: string; readonly pass: string } | null;
}

// RFC 8314, section 3.3, and RFC 6409: the ports of submission.
const DEFAULT_PORT = { 'smtp:': 587, 'smtps:': 465 };
// No part of a malformed URL is shown: any part of it may belong to the password.
const MALFORMED =
  'The SMTP URL is malformed: smtp://user:password@host:port or smtps://… is expected, with ?requireTLS=true or =false if wanted, ' +
  'or ?tls=off for a server on this machine, ' +
  'and percent-encoded where user or password hold other than letters and digits';

/** @throws TypeError when the URL is malformed; the message shows nothing of it */
export function parseSmtpUrl(url: string): SmtpServer {
  const parts = URL.parse(url);
  if (parts === null || (parts.protocol !== 'smtp:' && parts.protocol !== 'smtps:')) throw new TypeError(MALFORMED);
  const { protocol, hostname, port, pathname, hash, search } = parts;
  const isHost = /^(?:[\w.-]+|\[[\da-fA-F:.]+\])$/.test(hostname);
  const isRest = /^\/?$/.test(pathname) && hash === '' && /^(?:|\?requireTLS=(?:true|false)|\?tls=off)$/.test(search);
  const host = hostname.replace(/^\[|\]$/g, '');
  const usesTLS = search !== '?tls=off';
  const isOff = !usesTLS && (protocol === 'smtps:' || !isLoopback(host));
  if (!isHost || !isRest || isOff || port === '0') throw new TypeError(MALFORMED);
  const auth = authOf(parts);
  return {
    host,
    port: port === '' ? DEFAULT_PORT[protocol] : Number(port),
    secure: protocol === 'smtps:',
    usesTLS,
    requireTLS: search === '' ? auth !== null && !isLoopback(host) : search === '?requireTLS=true',
    auth,
  };
}

function authOf({ username, password }: URL): SmtpServer['auth'] {
  if (username === '' && password === '') return null;
  if (username === '' || password === '') throw new TypeError(MALFORMED);
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  } catch {
    throw new TypeError(MALFORMED);
  }
}

/** Whether a host is this machine itself: `localhost`, a name below it, `127.0.0.0/8`, or `::1`, in brackets or without. */
export const isLoopback = (host: string): boolean =>
  /^(?:.+\.)?localhost$/i.test(host) || (isIPv4(host) && host.startsWith('127.')) || /^\[?::1\]?$/.test(host);
