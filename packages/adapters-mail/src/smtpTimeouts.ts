import type { SmtpTimeouts } from './smtpSession.ts';

/** How long the server may take, in milliseconds. */
export interface DeliveryTimeouts extends SmtpTimeouts {
  /** For what it says before a mail (EHLO, TLS, login) in all, and for its answers to MAIL, RCPT and DATA of one mail in all. */
  readonly answerMs: number;
  /** From the first byte of a mail to the last answer about it. */
  readonly finalMs: number;
}

/**
 * RFC 5321, section 4.5.3.2, lets a server of strangers take 5 minutes for the greeting, MAIL and RCPT each, 2 for DATA and
 * 10 for the last answer. Ours is the relay of the operator, which takes a mail in and delivers it later: it answers within
 * seconds, and who waits here holds up others. A mail under which it falls silent once gets SLOW_TIMEOUTS from then on.
 */
export const DEFAULT_TIMEOUTS: DeliveryTimeouts = {
  connectMs: 10_000,
  greetingMs: 15_000,
  answerMs: 30_000,
  finalMs: 60_000,
};

/** The full times of RFC 5321, section 4.5.3.2, so that a server that is only slow gets the mail, and gets it once. */
export const SLOW_TIMEOUTS = { answerMs: 300_000, finalMs: 600_000 };
