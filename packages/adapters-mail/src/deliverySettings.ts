import type { Clock, MailQueue, MailTokens, OnNotice, OnProblem } from '@algotheque/domain';
import type { WriteMail } from './mailWriter.ts';
import type { SmtpTransport } from './smtpTransport.ts';

/** What a try to send a mail has ended with: `deferred`, it is tried again; `failed`, it was given up. */
export type Delivery = 'sent' | 'deferred' | 'failed';

export type OnDelivery = (delivery: Delivery) => void;

export interface DeliverySettings {
  readonly mails: MailQueue;
  readonly mailTokens: Pick<MailTokens, 'make'>;
  readonly write: WriteMail;
  readonly transport: SmtpTransport;
  readonly slow: SmtpTransport;
  readonly connections: number;
  /** Whether no other worker uses the store: then what is taken at the start was left by a process that has ended. */
  readonly isAlone: boolean;
  readonly clock: Clock;
  readonly timeOfAges: () => Promise<number>;
  readonly random: () => number;
  readonly onNotice: OnNotice;
  readonly onProblem: OnProblem;
  readonly onDelivery: OnDelivery;
}
