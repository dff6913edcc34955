import type { DeliverySettings } from './deliverySettings.ts';
import { delayAfter, PAUSE } from './nextTry.ts';
import { isReply, type SmtpFailure } from './smtpFailure.ts';

/** How many mails are sent at one time, and when none is, as the mail server lets know. */
export class Pace {
  readonly #settings: DeliverySettings;
  /** How many connections the server accepts, as far as is known. */
  width: number;
  /** Connections in a row that broke without an answer about a mail. */
  #broken = 0;
  /** Pauses in a row. */
  #failures = 0;
  #pausedUntil = 0;

  constructor(settings: DeliverySettings) {
    this.#settings = settings;
    this.width = settings.connections;
  }

  /** Nothing is sent for a time, because the store failed. */
  rest(ms: number): void {
    this.#pausedUntil = this.#settings.clock.now() + ms;
  }

  /** What the end of a try says about the server: fewer connections, or a pause. @param others mails that are still being sent */
  learn(failure: SmtpFailure | null, others: number): void {
    if (failure === null || isReply(failure)) {
      this.#broken = 0;
      this.#failures = 0;
    } else if (failure.kind === 'dropped') {
      this.#broken += 1;
      if (this.#broken < this.#settings.connections) this.#failures = 0;
      else if (this.#broken % this.#settings.connections === 0) this.#pause();
    } else if (failure.kind === 'unreachable') this.#learnOfRefusal(failure, others);
  }

  /** A server that refuses one of several connections accepts fewer; one that refuses the last is out of reach. */
  #learnOfRefusal({ what, code, text }: SmtpFailure, others: number): void {
    const { onNotice } = this.#settings;
    if (others > 0) {
      this.width = Math.min(this.width, others);
      return;
    }
    if (this.pauseLeft() > 0) return; // it was reported
    this.#pause();
    onNotice(`${what}: ${code}: ${text}`); // the text is about the server: it has not been given a recipient
  }

  #pause(): void {
    this.#failures += 1;
    this.#pausedUntil = this.#settings.clock.now() + delayAfter(PAUSE, this.#failures, this.#settings.random);
  }

  // A pause longer than the longest one comes from a clock that was set back.
  pauseLeft(): number {
    const left = this.#pausedUntil - this.#settings.clock.now();
    return left > PAUSE.longestMs ? 0 : Math.max(0, left);
  }
}
