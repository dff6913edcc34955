import {
  type Clock,
  type MailQueue,
  type MailTokens,
  type OnNotice,
  type OnProblem,
  printNotice,
  printProblem,
  systemClock,
} from '@algotheque/domain';
import type { MailForm } from './mailWriter.ts';
import { CONNECTIONS, type SmtpOptions } from './smtpOptions.ts';

/** What a try to send a mail has ended with: `deferred`, it is tried again; `failed`, it was given up. */
export type Delivery = 'sent' | 'deferred' | 'failed';

export type OnDelivery = (delivery: Delivery) => void;

export interface SmtpWorkerOptions extends SmtpOptions, MailForm {
  /** The mails of a store, which the workers of several servers may share. */
  readonly mails: MailQueue;
  readonly mailTokens: MailTokens;
  /**
   * Whether no other server uses the store: then mails that a killed one was sending go out at once, and not after a minute. Default:
   * false.
   */
  readonly isAlone?: boolean;
  /**
   * `smtp://user:password@host:port` or `smtps://…`. With `?requireTLS=true` nothing is sent without TLS; that is the default where there
   * are credentials and the host is not this machine, and `?requireTLS=false` lifts it. With `?tls=off` a server on this machine is used
   * without TLS.
   */
  readonly url: string;
  /** That of the store, if several servers share it. Default: the machine's. */
  readonly clock?: Clock;
  /** The time by which a mail is given up: one that a clock which is wrong for a moment does not move. Default: that of the clock. */
  readonly timeOfAges?: () => Promise<number>;
  /**
   * Gets one line about what is tried again: a mail that the server defers, or a server that cannot
   * be reached. It has codes only; never an address, a link or a credential. Default: `console.error`.
   */
  readonly onNotice?: OnNotice;
  /**
   * Gets every error of the store and every mail that is given up, with codes only; never an address, a link or a
   * credential. Default: `console.error`.
   */
  readonly onProblem?: OnProblem;
  /** Gets the end of every try, for counters. Default: nothing. */
  readonly onDelivery?: OnDelivery;
}

/** The options with their defaults. `random`: from 0 up to 1, so that mails that failed together are not tried again together. */
export function deliverySettings(options: SmtpWorkerOptions) {
  const { clock = systemClock, timeOfAges = async () => clock.now(), connections = CONNECTIONS } = options;
  const { isAlone = false, onNotice = printNotice, onProblem = printProblem, onDelivery = () => {} } = options;
  const told = { onNotice, onProblem, onDelivery };
  return { ...options, clock, timeOfAges, connections, isAlone, random: Math.random, ...told };
}

export type DeliverySettings = ReturnType<typeof deliverySettings>;
