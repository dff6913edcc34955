import type { Bounds } from '../bounds.ts';
import { TooManyRequestsError, UnavailableError } from '../errors.ts';

/** When a user who has as many transfers as may be should come back. */
const RETRY_MS = 5_000;

/** No option: two imports of the same archive at once would both create what is in it. */
const IMPORTS_OF_USER = 1;

interface Most {
  readonly inAll: number;
  readonly ofUser: number;
}

/** Counts works of one kind that run now, in all and for each user. */
class RunningWorks {
  readonly #most: Most;
  readonly #byUser = new Map<number, number>();
  #inAll = 0;

  constructor(most: Most) {
    this.#most = most;
  }

  /**
   * Counts one more, until the returned function is called; further calls of it have no effect.
   * @throws TooManyRequestsError when the user has as many as one may have; UnavailableError when all users together have as many
   */
  begin(userId: number): () => void {
    if ((this.#byUser.get(userId) ?? 0) >= this.#most.ofUser) {
      throw new TooManyRequestsError(RETRY_MS, { limit: 'transfers', targetId: userId });
    }
    if (this.#inAll >= this.#most.inAll) {
      throw new UnavailableError({ reason: 'as many exports or imports run as may', retryAfterMs: RETRY_MS });
    }
    this.#change(userId, 1);
    let isRunning = true;
    return () => {
      if (isRunning) this.#change(userId, -1);
      isRunning = false;
    };
  }

  #change(userId: number, by: 1 | -1): void {
    const own = (this.#byUser.get(userId) ?? 0) + by;
    if (own === 0) this.#byUser.delete(userId);
    else this.#byUser.set(userId, own);
    this.#inAll += by;
  }
}

/**
 * The exports and imports that run in this process. They are counted apart: a client decides how long an export takes, the server how long
 * an import takes.
 */
export class Transfers {
  readonly exports: RunningWorks;
  readonly imports: RunningWorks;

  constructor({ exports, exportsOfUser, imports }: Bounds) {
    this.exports = new RunningWorks({ inAll: exports, ofUser: exportsOfUser });
    this.imports = new RunningWorks({ inAll: imports, ofUser: IMPORTS_OF_USER });
  }
}
