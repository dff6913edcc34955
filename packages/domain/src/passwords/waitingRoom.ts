import { UnavailableError } from '../errors.ts';
import { addressGroup } from '../limits/address.ts';

interface Bounds {
  /** How many may wait at once. */
  readonly inAll: number;
  /** Of those, how many of one client address (IPv6: one /64). Clients without an address count as one that may have all. */
  readonly perAddress: number;
}

/**
 * Counts waiting work, in total and by client address, so that waiting clients cost a bounded amount and no client
 * blocks all others.
 */
export class WaitingRoom {
  readonly #bounds: Bounds;
  readonly #waiting = new Map<string, number>();
  #size = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /**
   * Runs `work` if there is room for one more of this address.
   * @throws UnavailableError at once, without `work`, if there is none
   */
  async during<Result>(address: string | undefined, work: () => Promise<Result>): Promise<Result> {
    const { inAll, perAddress } = this.#bounds;
    const group = addressGroup(address);
    const own = this.#waiting.get(group) ?? 0;
    if (this.#size >= inAll || (address !== undefined && own >= perAddress)) {
      throw new UnavailableError({ reason: 'as many logins wait for others as may' });
    }
    this.#change(group, 1);
    try {
      return await work();
    } finally {
      this.#change(group, -1);
    }
  }

  #change(group: string, by: 1 | -1): void {
    const own = (this.#waiting.get(group) ?? 0) + by;
    if (own === 0) this.#waiting.delete(group);
    else this.#waiting.set(group, own);
    this.#size += by;
  }
}
