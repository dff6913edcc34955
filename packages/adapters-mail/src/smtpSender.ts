import type { Clock } from '@algotheque/domain';
import { type SmtpFailure, smtpFailure } from './smtpFailure.ts';
import { SmtpSession, type SmtpTimeouts } from './smtpSession.ts';
import type { SmtpServer } from './smtpUrl.ts';
import type { Envelope } from './storedMail.ts';

/** How long the server may take, in milliseconds. */
export interface DeliveryTimeouts extends SmtpTimeouts {
  /** For one mail in all, connecting included: also for a server that never falls silent. */
  readonly mailMs: number;
}

export interface SenderSettings {
  readonly server: SmtpServer;
  readonly timeouts: DeliveryTimeouts;
  readonly clock: Clock;
}

const QUIT_MS = 5_000;

/** Whether the server has answered about the mail itself, and goes on with the next. */
export function isReply({ kind }: SmtpFailure): boolean {
  return kind === 'refused' || kind === 'deferred';
}

/** Sends one mail at a time, over a connection that it opens with the first and keeps while it works. */
export class SmtpSender {
  readonly #settings: SenderSettings;
  #session: SmtpSession;

  constructor(settings: SenderSettings) {
    this.#settings = settings;
    this.#session = new SmtpSession(settings.server, settings.timeouts);
  }

  /** Null when the server has taken the mail. Never rejects. */
  async send(envelope: Envelope, message: Buffer): Promise<SmtpFailure | null> {
    const { server, timeouts } = this.#settings;
    if (this.#session.state === 'ended') this.#session = new SmtpSession(server, timeouts);
    return this.#within(timeouts.mailMs, () => this.#try(this.#session, envelope, message));
  }

  /** Ends the connection, politely where the server plays along. */
  async quit(): Promise<void> {
    await this.#within(QUIT_MS, () => this.#session.quit());
  }

  /** Ends the connection at once; a mail under way counts as dropped. */
  close(): void {
    this.#session.close();
  }

  async #try(session: SmtpSession, envelope: Envelope, message: Buffer): Promise<SmtpFailure | null> {
    let phase: 'open' | 'send' = 'open';
    try {
      if (session.state === 'new') await session.open();
      phase = 'send';
      await session.send(envelope, message);
      return null;
    } catch (error) {
      const failure = smtpFailure(error, phase, this.#settings.server);
      if (!isReply(failure)) session.close();
      else await session.reset().catch(() => session.close()); // The next mail gets another.
      return failure;
    }
  }

  /** Closes the connection when the work takes longer, which ends the work. */
  async #within<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
    const done = new AbortController();
    void this.#closeAfter(ms, done.signal);
    try {
      return await work();
    } finally {
      done.abort();
    }
  }

  async #closeAfter(ms: number, unless: AbortSignal): Promise<void> {
    await this.#settings.clock.sleep(ms, unless);
    if (!unless.aborted) this.close();
  }
}
