import { type Clock, systemClock } from '@algotheque/domain';

/**
 * The time of the database, the same for all of its servers however far their own clocks are apart. Each beat of the lease sets it; between
 * two beats it goes on by a monotonic clock, so a machine whose clock is set does not change it. Before the first beat it is the machine's
 * own time: no port serves until then.
 */
export class DatabaseClock implements Clock {
  readonly #elapsedMs: () => number;
  /** The database's time when `elapsedMs` was 0, milliseconds since the Unix epoch. */
  #origin: number | null = null;

  constructor(elapsedMs: () => number = () => performance.now()) {
    this.#elapsedMs = elapsedMs;
  }

  now(): number {
    return this.#origin === null ? systemClock.now() : Math.round(this.#origin + this.#elapsedMs());
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return systemClock.sleep(ms, signal);
  }

  /** Asks the database for its time, milliseconds since the Unix epoch. It counts as that of the middle between question and answer. */
  async follow(ask: () => Promise<{ readonly seen: number }>): Promise<void> {
    const asked = this.#elapsedMs();
    const { seen } = await ask();
    this.#origin = seen - (asked + this.#elapsedMs()) / 2;
  }
}
