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
export const SLOW_SILENCE_MS = 600_000;

/** The longest time of one try: the timers of silence do not end a server that sends a little again and again. */
export const longestTryMs = ({ connectMs, silenceMs }: DeliveryTimeouts): number => connectMs + 2 * silenceMs;
