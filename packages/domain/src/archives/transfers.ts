import type { Bounds } from '../bounds.ts';
import { TooManyRequestsError, UnavailableError } from '../errors.ts';
import { addressGroup, addressNetwork } from '../limits/address.ts';

/** When a user who has as many transfers as may be should come back. */
const RETRY_MS = 5_000;

/** No option: two imports of the same archive at once would both create what is in it. */
export const IMPORTS_OF_USER = 1;

interface Most {
  readonly inAll: number;
  readonly ofUser: number;
  readonly ofAddress: number;
}

/** Who asks for a work; without an address, as in an embedder's own program, none is counted for it. */
interface Asking {
  readonly userId: number;
  readonly address: string | undefined;
}

/** Counts works of one kind that run now, in all, for each user and for each address. */
class RunningWorks {
  readonly #most: Most;
  /** By user and by address. */
  readonly #by = new Map<number | string, number>();
  #inAll = 0;

  constructor(most: Most) {
    this.#most = most;
  }

  /**
   * Counts one more, until the returned function is called; further calls of it have no effect.
   * @throws TooManyRequestsError when the user or the address has as many as one may have; UnavailableError when all together have as many
   */
  begin({ userId, address }: Asking): () => void {
    const place = address === undefined ? null : (addressNetwork(address) ?? addressGroup(address));
    const isUserFull = (this.#by.get(userId) ?? 0) >= this.#most.ofUser;
    const isPlaceFull = place !== null && (this.#by.get(place) ?? 0) >= this.#most.ofAddress;
    if (isUserFull || isPlaceFull) throw new TooManyRequestsError(RETRY_MS, { limit: 'transfers', targetId: userId });
    if (this.#inAll >= this.#most.inAll) {
      throw new UnavailableError({ reason: 'as many exports or imports run as may', retryAfterMs: RETRY_MS });
    }
    const keys = place === null ? [userId] : [userId, place];
    this.#change(keys, 1);
    let isRunning = true;
    return () => {
      if (isRunning) this.#change(keys, -1);
      isRunning = false;
    };
  }

  #change(keys: readonly (number | string)[], by: 1 | -1): void {
    for (const key of keys) {
      const own = (this.#by.get(key) ?? 0) + by;
      if (own === 0) this.#by.delete(key);
      else this.#by.set(key, own);
    }
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

  constructor({ exports, exportsOfUser, exportsOfAddress, imports }: Bounds) {
    this.exports = new RunningWorks({ inAll: exports, ofUser: exportsOfUser, ofAddress: exportsOfAddress });
    this.imports = new RunningWorks({ inAll: imports, ofUser: IMPORTS_OF_USER, ofAddress: Infinity });
  }
}
