import { type DeliverySettings, deliverDue } from './delivery.ts';
import { delayAfter, PAUSE, waitMs } from './nextTry.ts';
import { Round } from './round.ts';
import { SmtpSession } from './smtpSession.ts';
import type { Queued } from './spoolQueue.ts';

/** Connections at once: one slow mail does not delay the others, and servers accept four. */
const SESSIONS = 4;
/** The folder is read at least this often, for mails that were put there by hand. */
export const LOOK_AGAIN_MS = 60_000;

/** Sends what is in a spool in rounds: each tries once what is due, and what becomes due meanwhile. */
export class SmtpRounds {
  readonly #settings: DeliverySettings;
  readonly #sessions = new Set<SmtpSession>();
  #round: Round | null = null;
  #isStopped = false;
  /** Sessions of this round whose connection broke; they are not replaced at once. */
  #broken = 0;
  #brokenAt = 0;
  /** Rounds in a row that ended because of the server. */
  #failures = 0;
  #pausedUntil = 0;
  /** Ends the round under way. */
  #endRound: () => void = () => {};

  constructor(settings: DeliverySettings) {
    this.#settings = settings;
  }

  /**
   * One round; must not be called while one is under way. If the server could not be reached, the rounds of the
   * next seconds to minutes do nothing.
   * @returns milliseconds until the next round makes sense
   */
  async runOnce(): Promise<number> {
    const pause = this.#pauseLeft();
    if (pause > 0 || this.#isStopped) return pause;
    await this.#settings.queue.prepare();
    const round = new Round(await this.#due());
    await this.#run(round);
    this.#decide(round);
    return round.isBroken ? LOOK_AGAIN_MS : this.#nextWait();
  }

  /** Gives mails that have come since to free sessions of the round under way. Without a round it has no effect. */
  async refill(): Promise<void> {
    const round = this.#round;
    if (round === null) return;
    const due = await this.#due();
    if (round.isOver || round.isBroken || this.#round !== round) return;
    if (this.#settings.clock.now() - this.#brokenAt >= PAUSE.firstMs) this.#broken = 0;
    round.setDue(due);
    this.#fill(round);
  }

  /** Starts no further mail. */
  stop(): void {
    this.#isStopped = true;
    if (this.#round !== null) this.#round.isOver = true;
  }

  /** Ends the connections of what is under way. */
  abort(): void {
    for (const session of this.#sessions) session.close();
  }

  async #due(): Promise<Queued[]> {
    const now = this.#settings.clock.now();
    return (await this.#settings.queue.list()).filter((mail) => waitMs(mail, now) === 0);
  }

  async #run(round: Round): Promise<void> {
    if (this.#isStopped || !round.hasNext) return;
    this.#broken = 0;
    this.#round = round;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#endRound = resolve;
    this.#fill(round);
    await promise;
    this.#round = null;
  }

  /** Starts sessions while there are mails for them. The round ends with its last session. */
  #fill(round: Round): void {
    while (!round.isOver && round.hasNext && this.#sessions.size + this.#broken < SESSIONS) {
      const session = new SmtpSession(this.#settings);
      this.#sessions.add(session);
      void deliverDue({ round, session, settings: this.#settings }).then((isWhole) => {
        this.#sessions.delete(session);
        if (!isWhole) {
          this.#broken += 1;
          this.#brokenAt = this.#settings.clock.now();
        }
        this.#fill(round); // Mails may have come while the session with the server ended.
      });
    }
    if (this.#sessions.size === 0) this.#endRound();
  }

  /** Pauses after a round that left mails untried: there was no connection, or every connection broke. */
  #decide(round: Round): void {
    const isCutShort = round.isOver || round.left > 0;
    if (round.isAnswered || !isCutShort) this.#failures = 0;
    if (!isCutShort) return;
    this.#failures += 1;
    this.#pausedUntil = this.#settings.clock.now() + delayAfter(PAUSE, this.#failures, this.#settings.random);
  }

  // A pause longer than the longest one comes from a clock that was set back.
  #pauseLeft(): number {
    const left = this.#pausedUntil - this.#settings.clock.now();
    return left > PAUSE.longestMs ? 0 : Math.max(0, left);
  }

  async #nextWait(): Promise<number> {
    const pause = this.#pauseLeft();
    if (pause > 0) return pause;
    const now = this.#settings.clock.now();
    const mails = await this.#settings.queue.list();
    return mails.reduce((least, mail) => Math.min(least, waitMs(mail, now)), LOOK_AGAIN_MS);
  }
}
