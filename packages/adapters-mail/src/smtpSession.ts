import type { Clock } from '@algotheque/domain';
import type { Sign } from './dkim.ts';
import { type ConnectionFacts, SmtpConnection } from './smtpConnection.ts';
import { type SmtpFailure, smtpFailure } from './smtpFailure.ts';
import { type DeliveryTimeouts, SLOW_TIMEOUTS } from './smtpTimeouts.ts';
import type { SmtpServer } from './smtpUrl.ts';
import { StepTimer } from './stepTimer.ts';
import type { Envelope } from './storedMail.ts';

export interface SessionSettings {
  readonly server: SmtpServer;
  /** Null: mails are sent as they are. */
  readonly sign: Sign | null;
  readonly timeouts: DeliveryTimeouts;
  readonly clock: Clock;
}

const QUIT_MS = 5_000;

/** Whether the server has answered about the mail itself and can take the next one. */
export function isReply({ kind }: SmtpFailure): boolean {
  return kind === 'refused' || kind === 'deferred';
}

/** Sends one mail at a time, over a connection that is opened with the first mail and kept while it works. */
export class SmtpSession {
  readonly #settings: SessionSettings;
  #connection: SmtpConnection;

  constructor(settings: SessionSettings) {
    this.#settings = settings;
    this.#connection = new SmtpConnection(settings.server, settings.timeouts);
  }

  /**
   * Null when the server has accepted the mail. Rejects only if the mail cannot be signed; then it was not sent.
   * @param isSlow whether the server gets the longer times of SLOW_TIMEOUTS
   */
  async send(envelope: Envelope, message: Buffer, isSlow: boolean): Promise<SmtpFailure | null> {
    const { server, timeouts, clock, sign } = this.#settings;
    const sent = sign === null ? message : await sign(message);
    if (this.#connection.state === 'ended') this.#connection = new SmtpConnection(server, timeouts);
    const timer = new StepTimer(clock, () => this.close());
    const { answerMs, finalMs } = isSlow ? longer(timeouts) : timeouts;
    let phase: 'open' | 'send' = 'open';
    try {
      await this.#open(timer);
      phase = 'send';
      timer.next(answerMs);
      await this.#connection.send(envelope, sent, () => timer.next(finalMs));
      return null;
    } catch (error) {
      const failure = smtpFailure(timer.reason(error), phase, server);
      await this.#makeFit(failure, timer);
      return failure;
    } finally {
      timer.end();
    }
  }

  /** What is known of the connection of the last mail. */
  get facts(): ConnectionFacts {
    return this.#connection.facts;
  }

  /** Ends the connection by QUIT if the server answers. */
  async quit(): Promise<void> {
    const timer = new StepTimer(this.#settings.clock, () => this.close());
    timer.next(QUIT_MS);
    await this.#connection.quit();
    timer.end();
  }

  /** Ends the connection at once; a mail under way counts as dropped. */
  close(): void {
    this.#connection.close();
  }

  async #open(timer: StepTimer): Promise<void> {
    if (this.#connection.state !== 'new') return;
    const { connectMs, greetingMs, answerMs } = this.#settings.timeouts;
    timer.next(connectMs + greetingMs + answerMs);
    await this.#connection.open();
  }

  /** The next mail uses this connection only if the server has answered about this one. */
  async #makeFit(failure: SmtpFailure, timer: StepTimer): Promise<void> {
    if (!isReply(failure)) return this.#connection.close();
    timer.next(this.#settings.timeouts.answerMs);
    await this.#connection.reset().catch(() => this.#connection.close());
  }
}

const longer = ({ answerMs, finalMs }: DeliveryTimeouts) => ({
  answerMs: Math.max(answerMs, SLOW_TIMEOUTS.answerMs),
  finalMs: Math.max(finalMs, SLOW_TIMEOUTS.finalMs),
});
