import { addressGroup, addressNetwork } from '../address.ts';
import type { Bounds } from '../bounds.ts';
import { TooManyRequestsError, UnavailableError } from '../responses.ts';
import { RunningCount } from '../work.ts';

const RETRY_MS = 5_000;

export const IMPORTS_OF_USER = 1;

interface Most {
  readonly inAll: number;
  readonly ofUser: number;
  readonly ofAddress: number;
}

class RunningWorks {
  readonly #most: Most;
  /** By user and by address. */
  readonly #running = new RunningCount<number | string>();

  constructor(most: Most) {
    this.#most = most;
  }

  /**
   * Counts one more until the returned function is called; further calls have no effect.
   * @throws TooManyRequestsError when the user or the address has as many as may be; UnavailableError when all together have
   */
  begin({ userId, address }: { readonly userId: number; readonly address: string | undefined }): () => void {
    const place = address === undefined ? null : (addressNetwork(address) ?? addressGroup(address));
    const isPlaceFull = place !== null && this.#running.of(place) >= this.#most.ofAddress;
    if (isPlaceFull || this.#running.of(userId) >= this.#most.ofUser)
      throw new TooManyRequestsError(RETRY_MS, { limit: 'transfers', targetId: userId });
    if (this.#running.inAll >= this.#most.inAll)
      throw new UnavailableError({ reason: 'as many exports or imports run as may', retryAfterMs: RETRY_MS });
    return this.#running.add(place === null ? [userId] : [userId, place]);
  }
}

/** Of this process. Counted apart: a client decides how long an export takes, the server how long an import takes. */
export class Transfers {
  readonly exports: RunningWorks;
  readonly imports: RunningWorks;

  constructor({ exports, exportsOfUser, exportsOfAddress, imports }: Bounds) {
    this.exports = new RunningWorks({ inAll: exports, ofUser: exportsOfUser, ofAddress: exportsOfAddress });
    this.imports = new RunningWorks({ inAll: imports, ofUser: IMPORTS_OF_USER, ofAddress: Infinity });
  }
}
