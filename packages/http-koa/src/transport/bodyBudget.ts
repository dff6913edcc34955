import { UnavailableError } from '@algotheque/domain';
import type { HttpOptions } from '../options.ts';

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
// The part of all bytes for bodies without an account. Every client may send one, of at most 16 KiB: it is 1,024 of them at the default.
const ANONYMOUS_PART = 1 / 4;

/**
 * Counts the bytes of request bodies that the process holds, from the first byte read to the end of the handler. Requests with an account
 * and requests without one have shares of their own.
 */
export class BodyBudget {
  readonly #shares: Readonly<Record<BodyHolder['share'], Share>>;

  constructor({ maxBytes, largestBytes }: BodyBudgetBounds) {
    const share = (bytes: number) => new Share(bytes, Math.max(bytes * HOLDER_PART, largestBytes));
    this.#shares = { anonymous: share(maxBytes * ANONYMOUS_PART), account: share(maxBytes * (1 - ANONYMOUS_PART)) };
  }

  get heldBytes(): number {
    return this.#shares.anonymous.bytes + this.#shares.account.bytes;
  }

  /**
   * Begins a body that holds nothing yet. When its share is full, bodies of the largest holder that are not read completely make room,
   * the oldest first, if that holder has several and more bytes than this one would have.
   * @param expectedBytes the length that the request states; 0 if it states none
   * @throws UnavailableError when there is no room for it
   */
  open({ share: name, key }: BodyHolder, expectedBytes: number): HeldBody {
    const share = this.#shares[name];
    share.makeRoom(key, expectedBytes);
    return new HeldBody(share, key);
  }
}

/** What a body takes beside its bytes while it comes in chunks that are not too small, as a part of them. */
const CHUNKS_PART = 1 / 4;

/** The budget of the bodies that are imported, of their own so that a few of them do not take the room of all other bodies. */
export const importBudget = ({
  maxHeldImportBytes,
  maxImportBytes,
}: Pick<HttpOptions, 'maxHeldImportBytes' | 'maxImportBytes'>) =>
  new BodyBudget({ maxBytes: maxHeldImportBytes, largestBytes: maxImportBytes * (1 + CHUNKS_PART) });

/** The bodies of one holder that have at least one byte. */
interface Held {
  bytes: number;
  /** In the order of their first bytes. */
  readonly bodies: Set<HeldBody>;
}

class Share {
  readonly holders = new Map<BodyHolder['key'], Held>();
  bytes = 0;
  readonly #maxBytes: number;
  readonly #maxHolderBytes: number;

  constructor(maxBytes: number, maxHolderBytes: number) {
    this.#maxBytes = maxBytes;
    this.#maxHolderBytes = maxHolderBytes;
  }

  /** @throws UnavailableError when there is no room for so many more bytes */
  makeRoom(key: BodyHolder['key'], bytes: number): void {
    const wanted = (this.holders.get(key)?.bytes ?? 0) + bytes;
    if (wanted > this.#maxHolderBytes) throw noRoom();
    while (this.bytes + bytes > this.#maxBytes) {
      const body = this.#oldestOfLargest(wanted);
      if (body === null) throw noRoom();
      body.take();
    }
  }

  /**
   * The body that is taken away for a holder that would then hold `wanted` bytes; null when there is none. It examines each holder
   * once, and only when the share is full: there are never more holders than connections.
   */
  #oldestOfLargest(wanted: number): HeldBody | null {
    let most = wanted;
    let chosen: HeldBody | null = null;
    for (const { bytes, bodies } of this.holders.values()) {
      const oldest = bytes > most && bodies.size > 1 ? [...bodies].find(({ isRead }) => !isRead) : undefined;
      if (oldest === undefined) continue;
      most = bytes;
      chosen = oldest;
    }
    return chosen;
  }
}

const noRoom = () => new UnavailableError({ reason: 'request bodies take all the memory that they may' });

/** The bytes of one body. It must be released, whatever the outcome of the request. */
export class HeldBody {
  /** Whether it was read completely: it cannot be taken away then. */
  isRead = false;
  /** Whether it was taken away for another: its request ends, and so does the connection. */
  isTaken = false;
  /** Called when it is taken away. It then holds nothing, and must get no more. */
  onTaken: (error: UnavailableError) => void = () => {};
  readonly #share: Share;
  readonly #key: BodyHolder['key'];
  #bytes = 0;

  constructor(share: Share, key: BodyHolder['key']) {
    this.#share = share;
    this.#key = key;
  }

  /** @throws UnavailableError when there is no room for so many more bytes of this body; it then holds what it held */
  add(bytes: number): void {
    const share = this.#share;
    share.makeRoom(this.#key, bytes);
    const holder = share.holders.get(this.#key) ?? { bytes: 0, bodies: new Set() };
    share.holders.set(this.#key, holder);
    holder.bodies.add(this);
    holder.bytes += bytes;
    share.bytes += bytes;
    this.#bytes += bytes;
  }

  /** Releases all bytes. Repeatable. */
  release(): void {
    const holder = this.#share.holders.get(this.#key);
    if (holder?.bodies.delete(this) !== true) return;
    holder.bytes -= this.#bytes;
    this.#share.bytes -= this.#bytes;
    this.#bytes = 0;
    if (holder.bodies.size === 0) this.#share.holders.delete(this.#key);
  }

  /** Releases all bytes to make room for another. */
  take(): void {
    this.release();
    this.isTaken = true;
    this.onTaken(new UnavailableError({ reason: 'a slow request body made room for that of another client' }));
  }
}
