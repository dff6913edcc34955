import { type OnProblem, StoreRefusedError } from '@algotheque/domain';
import type { Stake } from './stake.ts';
import { BEAT_MS, LAPSE_MS } from './times.ts';

/**
 * Renews a stake in the background. After a long interruption (a stopped process, a broken network) the stake must
 * be renewed before the next use, because others may have taken the database meanwhile.
 */
export class Lease {
  readonly #stake: Stake;
  readonly #onProblem: OnProblem;
  readonly #elapsedMs: () => number;
  #heldAt = Number.NEGATIVE_INFINITY;
  #holding: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;

  /** @param elapsedMs a monotonic clock */
  constructor(stake: Stake, onProblem: OnProblem, elapsedMs: () => number = () => performance.now()) {
    this.#stake = stake;
    this.#onProblem = onProblem;
    this.#elapsedMs = elapsedMs;
  }

  async start(): Promise<void> {
    await this.#hold();
    this.#timer ??= setInterval(() => void this.#beat(), BEAT_MS).unref();
  }

  /** @throws StoreLockedError, UnavailableError when the stake lapsed and cannot be renewed */
  async keep(): Promise<void> {
    if (this.#isLapsed()) await this.#hold();
  }

  /** Renews the stake now. @throws StoreLockedError, UnavailableError when it cannot be written */
  renew(): Promise<void> {
    return this.#hold();
  }

  async end(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    await this.#holding?.catch(() => {}); // reported by its own caller
    this.#heldAt = Number.NEGATIVE_INFINITY;
    await this.#stake.release();
  }

  #isLapsed(): boolean {
    return this.#elapsedMs() - this.#heldAt > LAPSE_MS;
  }

  #hold(): Promise<void> {
    this.#holding ??= this.#holdOnce().finally(() => {
      this.#holding = null;
    });
    return this.#holding;
  }

  async #holdOnce(): Promise<void> {
    const began = this.#elapsedMs();
    await (this.#isLapsed() ? this.#stake.take() : this.#stake.renew());
    this.#heldAt = began;
  }

  async #beat(): Promise<void> {
    try {
      await this.#hold();
    } catch (problem) {
      if (problem instanceof StoreRefusedError) this.#heldAt = Number.NEGATIVE_INFINITY;
      this.#onProblem(problem, 'MongoDB: presence');
    }
  }
}
