import { type Service, systemClock } from '@algotheque/domain';
import type { Listening } from '@algotheque/http-koa';
import type { Backend } from '../backend.ts';
import { ClosingError } from '../closing.ts';
import { say } from './greeting.ts';
import { STOP_TIMES } from './stopSignals.ts';

/** The end of a server. Its time begins with the first step. */
export class ServerEnd {
  readonly #backend: Backend;
  readonly #expiry = new AbortController();
  #over: Promise<void> | null = null;

  constructor(backend: Backend) {
    this.#backend = backend;
  }

  /** Resolves when the time is over. */
  #timeOver(): Promise<void> {
    this.#over ??= systemClock.sleep(STOP_TIMES.closedMs, this.#expiry.signal);
    return this.#over;
  }

  async drain(listening: Listening, service: Service): Promise<void> {
    void this.#timeOver();
    await listening.drain();
    const expiry = new AbortController();
    // A round of the sweeper that waits for a database fails later on the closed store: all of its work is
    // repeatable.
    await Promise.race([service.close(), systemClock.sleep(STOP_TIMES.sweeperMs, expiry.signal)]);
    expiry.abort();
  }

  /**
   * A failure here, such as a full or failed disk, costs the next start at most a recovery: all commits are on the
   * disk. The same is true of what does not end in time.
   */
  async close(): Promise<void> {
    try {
      await this.#backend.close(this.#timeOver());
    } catch (error) {
      if (!(error instanceof ClosingError)) throw error;
      say(`${error.message}. Nothing that was acknowledged is lost; the next start finishes the rest.`);
    } finally {
      this.#expiry.abort();
    }
  }
}
