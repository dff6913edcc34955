import { BodyShare, type HeldBody } from './bodyShare.ts';

/** The holder of a body: the account of an authenticated request, else a client address. */
export interface BodyHolder {
  readonly share: 'anonymous' | 'account';
  /** The user's id, or the address: as `addressGroup` gives it, so that a network counts once. */
  readonly key: string | number;
}

export interface BodyBudgetBounds {
  /** All bodies together, in bytes. */
  readonly maxBytes: number;
  /** The largest body that is accepted, in bytes: a holder without another body may always send one. */
  readonly largestBytes: number;
}

// The part of a share that one holder may use: by default 2 MiB for an address, 6 MiB for an account.
const HOLDER_PART = 1 / 8;

/**
 * Counts the bytes of request bodies that the process holds: the capacity of their buffers, from the first byte read to the
 * end of the handler. Requests with an account and requests without one have shares of their own.
 */
export class BodyBudget {
  readonly #shares: Readonly<Record<BodyHolder['share'], BodyShare>>;

  constructor({ maxBytes, largestBytes }: BodyBudgetBounds) {
    const share = (bytes: number) =>
      new BodyShare({ maxBytes: bytes, maxHolderBytes: Math.max(bytes * HOLDER_PART, largestBytes) });
    // Bodies from anybody are small (16 KiB): a quarter is 1,024 of them at the default. Accounts keep the rest.
    this.#shares = { anonymous: share(maxBytes / 4), account: share((maxBytes * 3) / 4) };
  }

  /** Bytes held now. */
  get heldBytes(): number {
    return this.#shares.anonymous.bytes + this.#shares.account.bytes;
  }

  /**
   * Begins a body that holds nothing yet. When its share is full, bodies of the largest holder that are not read
   * completely make room, if that holder has several and more bytes than this one would have.
   * @param expectedBytes the length that the request states; 0 if it states none
   * @throws UnavailableError when there is no room for it
   */
  open({ share, key }: BodyHolder, expectedBytes: number): HeldBody {
    return this.#shares[share].open(key, expectedBytes);
  }
}
