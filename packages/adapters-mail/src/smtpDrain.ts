import { delayAfter, PAUSE } from './backoff.ts';
import { waitMs } from './fate.ts';
import { type LaneSettings, type Round, SmtpLane } from './smtpLane.ts';

/** Connections at once: one slow mail does not hold up the rest, and no server minds. */
const LANES = 4;
/** A look at the folder is due at least this often, for what was put there by hand. */
export const LOOK_AGAIN_MS = 60_000;

/** Drains a spool in rounds: each tries once what is due. */
export class SmtpDrain {
  readonly #settings: LaneSettings;
  readonly #lanes = new Set<SmtpLane>();
  #round: Round | null = null;
  #isStopped = false;
  /** Rounds in a row that ended because of the server. */
  #failures = 0;
  #pausedUntil = 0;

  constructor(settings: LaneSettings) {
    this.#settings = settings;
  }

  /**
   * One round; not to be called while one is under way. Where the server could not be reached, the rounds of the next
   * seconds to minutes do nothing.
   * @returns milliseconds until the next round is worth while
   */
  async drainOnce(): Promise<number> {
    const { queue, clock } = this.#settings;
    const pause = this.#pauseLeft();
    if (pause > 0 || this.#isStopped) return pause;
    await queue.prepare();
    const now = clock.now();
    const due = (await queue.list()).filter((mail) => waitMs(mail, now) === 0);
    const round: Round = { due, isOver: false, isAnswered: false, isBroken: false };
    await this.#run(round);
    this.#judge(round);
    return round.isBroken ? LOOK_AGAIN_MS : this.#nextWait();
  }

  /** Begins no further mail. */
  stop(): void {
    this.#isStopped = true;
    if (this.#round !== null) this.#round.isOver = true;
  }

  /** Ends the connections of what is under way. */
  abort(): void {
    for (const lane of this.#lanes) lane.close();
  }

  async #run(round: Round): Promise<void> {
    this.#round = round;
    const count = Math.min(LANES, round.due.length);
    for (let made = 0; made < count; made += 1) this.#lanes.add(new SmtpLane(this.#settings));
    await Promise.all([...this.#lanes].map((lane) => lane.run(round)));
    this.#lanes.clear();
    this.#round = null;
  }

  /** Pauses after a round that left mails untried: there was no connection, or every one broke. */
  #judge(round: Round): void {
    const isCutShort = round.isOver || round.due.length > 0;
    if (round.isAnswered || !isCutShort) this.#failures = 0;
    if (!isCutShort) return;
    this.#failures += 1;
    this.#pausedUntil = this.#settings.clock.now() + delayAfter(PAUSE, this.#failures, this.#settings.random);
  }

  // A pause longer than any is what a clock that was set back left.
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
