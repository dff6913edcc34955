import type { Clock } from '../clock.ts';

const EVERY_MS = 60_000;

export class Sweeper {
  readonly #work: () => Promise<void>;
  readonly #clock: Clock;
  #running: { readonly abort: AbortController; readonly ended: Promise<void> } | null = null;

  constructor(work: () => Promise<void>, clock: Clock) {
    this.#work = work;
    this.#clock = clock;
  }

  /**
   * Resolves after the first round. A second call has no effect.
   * @param before is done first: when it rejects, there is no round. Default: nothing
   */
  async start(before: () => Promise<void> = async () => {}): Promise<void> {
    if (this.#running !== null) return;
    const abort = new AbortController();
    const first = before().then(this.#work);
    const refused = (): void => {}; // who has called this method gets it
    this.#running = { abort, ended: first.then(() => this.#loop(abort.signal), refused) };
    try {
      await first;
    } catch (problem) {
      this.#running = null;
      throw problem;
    }
  }

  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    running?.abort.abort();
    await running?.ended;
  }

  async #loop(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#clock.sleep(EVERY_MS, signal);
      if (!signal.aborted) await this.#work();
    }
  }
}
