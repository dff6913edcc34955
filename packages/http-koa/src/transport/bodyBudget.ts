import { UnavailableError } from '@algotheque/domain';

/** Whose body it is: an account's where the request is authenticated, else a client address's. */
export interface BodyHolder {
  readonly share: 'anonymous' | 'account';
  /** The user's id, or the address: as `addressGroup` gives it, so that a network counts once. */
  readonly key: string | number;
}

export interface BodyBudgetBounds {
  /** All bodies together, in bytes. */
  readonly maxBytes: number;
  /** The largest body that is taken, in bytes: a holder without another body may always send one. */
  readonly largestBytes: number;
}

// Bodies from anybody are small (16 KiB): a quarter is 1,024 of them at the default. Accounts keep the rest.
const SHARES = { anonymous: 1 / 4, account: 3 / 4 } as const;

// So that one client never takes a share whole: by default 2 MiB for an address, 6 MiB for an account.
const HOLDER_PART = 1 / 8;

/**
 * Counts the bytes of request bodies that the process holds: the capacity of their buffers, from the first byte read to the
 * end of the handler. Requests with an account and requests without one have shares of their own.
 */
export class BodyBudget {
  readonly #bounds: BodyBudgetBounds;
  readonly #held = { anonymous: 0, account: 0 };
  readonly #byHolder = new Map<string, number>();

  constructor(bounds: BodyBudgetBounds) {
    this.#bounds = bounds;
  }

  /** Bytes held now. */
  get heldBytes(): number {
    return this.#held.anonymous + this.#held.account;
  }

  /**
   * Begins a body that holds nothing yet.
   * @param expectedBytes what the request says that it will send; 0 where it does not say
   * @throws UnavailableError when there is no room for as many
   */
  open(holder: BodyHolder, expectedBytes: number): HeldBody {
    this.#requireRoom(holder, expectedBytes);
    return new HeldBody((bytes) => this.#change(holder, bytes));
  }

  #change(holder: BodyHolder, bytes: number): void {
    if (bytes > 0) this.#requireRoom(holder, bytes);
    this.#held[holder.share] += bytes;
    const held = this.#heldBy(holder) + bytes;
    if (held === 0) this.#byHolder.delete(keyOf(holder));
    else this.#byHolder.set(keyOf(holder), held);
  }

  #requireRoom(holder: BodyHolder, bytes: number): void {
    const share = this.#bounds.maxBytes * SHARES[holder.share];
    const most = Math.max(share * HOLDER_PART, this.#bounds.largestBytes);
    if (this.#held[holder.share] + bytes <= share && this.#heldBy(holder) + bytes <= most) return;
    throw new UnavailableError({ reason: 'request bodies take all the memory that they may' });
  }

  #heldBy(holder: BodyHolder): number {
    return this.#byHolder.get(keyOf(holder)) ?? 0;
  }
}

const keyOf = ({ share, key }: BodyHolder): string => `${share} ${key}`;

/** The bytes of one body. Whoever opened it releases it, whatever becomes of the request. */
export class HeldBody {
  readonly #change: (bytes: number) => void;
  #bytes = 0;

  constructor(change: (bytes: number) => void) {
    this.#change = change;
  }

  /** @throws UnavailableError when there is no room for so many more; it then holds what it held */
  add(bytes: number): void {
    this.#change(bytes);
    this.#bytes += bytes;
  }

  /** Gives all of it back. */
  release(): void {
    this.#change(-this.#bytes);
    this.#bytes = 0;
  }
}
