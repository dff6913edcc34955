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

function runningWorks({ inAll, ofUser, ofAddress }: Most) {
  /** By user and by address. */
  const running = new RunningCount<number | string>();
  return {
    /**
     * Counts one more until the returned function is called; further calls have no effect.
     * @throws TooManyRequestsError when the user or the address has as many as may be; UnavailableError when all together have
     */
    begin({ userId, address }: { readonly userId: number; readonly address: string | undefined }): () => void {
      const place = address === undefined ? null : (addressNetwork(address) ?? addressGroup(address));
      const isPlaceFull = place !== null && running.of(place) >= ofAddress;
      if (isPlaceFull || running.of(userId) >= ofUser)
        throw new TooManyRequestsError(RETRY_MS, { limit: 'transfers', targetId: userId });
      if (running.inAll >= inAll)
        throw new UnavailableError({ reason: 'as many exports or imports run as may', retryAfterMs: RETRY_MS });
      return running.add(place === null ? [userId] : [userId, place]);
    },
  };
}

export type Transfers = ReturnType<typeof transfersOf>;

/** Of this process. Counted apart: a client decides how long an export takes, the server how long an import takes. */
export const transfersOf = ({ exports, exportsOfUser, exportsOfAddress, imports }: Bounds) => ({
  exports: runningWorks({ inAll: exports, ofUser: exportsOfUser, ofAddress: exportsOfAddress }),
  imports: runningWorks({ inAll: imports, ofUser: IMPORTS_OF_USER, ofAddress: Infinity }),
});
