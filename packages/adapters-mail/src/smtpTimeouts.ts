/** How long the server may take, in milliseconds. */
export interface DeliveryTimeouts {
  /** From the look-up of its name to the end of a TLS handshake. */
  readonly connectMs: number;
  readonly greetingMs: number;
  /**
   * For all answers before a mail (EHLO, TLS, login) together, and for all answers to MAIL, RCPT and DATA of one
   * mail together.
   */
  readonly answerMs: number;
  /** From the first byte of a mail to the last answer about it. */
  readonly finalMs: number;
}

/**
 * RFC 5321, section 4.5.3.2, allows an unknown server 5 minutes for the greeting, MAIL and RCPT each, 2 for DATA
 * and 10 for the last answer. Here the server is the relay of the operator, which accepts a mail and delivers it
 * later: it answers within seconds, and a wait delays other mails. A mail after which it was silent once gets
 * SLOW_TIMEOUTS from then on.
 */
export const DEFAULT_TIMEOUTS: DeliveryTimeouts = {
  connectMs: 10_000,
  greetingMs: 15_000,
  answerMs: 30_000,
  finalMs: 60_000,
};

/** The full times of RFC 5321, section 4.5.3.2, so that a slow server gets the mail, and gets it once. */
export const SLOW_TIMEOUTS = { answerMs: 300_000, finalMs: 600_000 };
