import type { Context } from '../context.ts';
import { attempt } from '../problems.ts';
import { TooManyRequestsError, UnavailableError } from '../responses.ts';
import { IMPORTS_OF_USER } from './transfers.ts';

/** So long an import may take; and so long one that could not say that it has ended keeps the user from the next one. */
const LEASE_MS = 600_000;

export interface ImportLease {
  /** Before each step that creates something. @throws UnavailableError when another import may run by now */
  requireHeld(): void;
  release(): Promise<void>;
}

/**
 * One import of a user at one time, on all servers that share the store: two at once would both create what is in both archives.
 * @throws TooManyRequestsError while another server imports for the user
 */
export async function takeLease({ limiter, clock, onProblem }: Context, userId: number): Promise<ImportLease> {
  const key = `import:${userId}`;
  const since = clock.now();
  const isHeld = (): boolean => clock.now() - since < LEASE_MS;
  const { retryAfterMs } = await limiter.hit(key, { limit: IMPORTS_OF_USER, windowMs: LEASE_MS }, since);
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
