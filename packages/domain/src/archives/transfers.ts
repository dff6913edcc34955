import { addressGroup, addressNetwork } from '../address.ts';
import type { Bounds } from '../bounds.ts';
import type { Clock } from '../clock.ts';
import { attempt, type OnProblem } from '../problems.ts';
import type { RateLimiter } from '../rateLimiter.ts';
import { TooManyRequestsError, UnavailableError } from '../responses.ts';
import { RunningCount } from '../work.ts';

const RETRY_MS = 5_000;

const IMPORTS_OF_USER = 1;

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

/** So long an import may take; and so long one that could not say that it has ended keeps the user from the next one. */
const LEASE_MS = 600_000;

interface LeaseParts {
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  readonly onProblem: OnProblem;
}

export interface ImportLease {
  /** Before each step that creates something. @throws UnavailableError when another import may run by now */
  requireHeld(): void;
  release(): Promise<void>;
}

/**
 * One import of a user at one time, on all servers that share the store: two at once would both create what is in both archives.
 * @throws TooManyRequestsError while another server imports for the user
 */
export async function takeImportLease({ limiter, clock, onProblem }: LeaseParts, userId: number): Promise<ImportLease> {
  const key = `import:${userId}`;
  const since = clock.now();
  const isHeld = (): boolean => clock.now() - since < LEASE_MS;
  const rule = { limit: IMPORTS_OF_USER, windowMs: LEASE_MS };
  const { retryAfterMs } = await limiter.hit(key, rule, since);
  if (retryAfterMs > 0) throw new TooManyRequestsError(retryAfterMs, { limit: 'transfers', targetId: userId });
  return {
    requireHeld() {
      if (!isHeld()) throw new UnavailableError({ reason: 'the import took too long, and another one may have begun' });
    },
    async release() {
      if (isHeld()) await attempt(onProblem, 'end of an import', () => limiter.clear(key));
    },
  };
}
