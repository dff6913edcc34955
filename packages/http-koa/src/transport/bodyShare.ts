import { UnavailableError } from '@algotheque/domain';

/** Who holds bodies in a share: the user's id, or the address. */
type Key = string | number;

export interface BodyShareBounds {
  /** All bodies of the share together, in bytes. */
  readonly maxBytes: number;
  /** The bodies of one holder together, in bytes. */
  readonly maxHolderBytes: number;
}

/** What one holder has: the bodies that hold at least a byte. */
interface Holder {
  bytes: number;
  bodies: number;
  /** Those of them that have not been read whole; the one that began first comes first. */
  readonly unread: Set<HeldBody>;
}

/**
 * The bodies of one share, by holder. When the share is full, the largest holder makes room for another: it loses the body
 * that has been under way longest and has not been read whole. A holder never loses its only body.
 */
export class BodyShare {
  readonly #bounds: BodyShareBounds;
  readonly #holders = new Map<Key, Holder>();
  #bytes = 0;

  constructor(bounds: BodyShareBounds) {
    this.#bounds = bounds;
  }

  /** Bytes held now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** @throws UnavailableError when there is no room for `expectedBytes` */
  open(key: Key, expectedBytes: number): HeldBody {
    this.#makeRoom(key, expectedBytes);
    return new HeldBody(this, key);
  }

  /** @throws UnavailableError when there is no room for so many more bytes of this body */
  add(body: HeldBody, bytes: number): void {
    this.#makeRoom(body.key, bytes);
    const holder = this.#holders.get(body.key) ?? { bytes: 0, bodies: 0, unread: new Set() };
    this.#holders.set(body.key, holder);
    if (body.bytes === 0) {
      holder.bodies += 1;
      holder.unread.add(body);
    }
    holder.bytes += bytes;
    this.#bytes += bytes;
  }

  /** The body is not taken from now on. */
  keep(body: HeldBody): void {
    this.#holders.get(body.key)?.unread.delete(body);
  }

  remove(body: HeldBody): void {
    const holder = this.#holders.get(body.key);
    if (holder === undefined || body.bytes === 0) return;
    holder.unread.delete(body);
    holder.bodies -= 1;
    holder.bytes -= body.bytes;
    this.#bytes -= body.bytes;
    if (holder.bodies === 0) this.#holders.delete(body.key);
  }

  #makeRoom(key: Key, bytes: number): void {
    const wanted = (this.#holders.get(key)?.bytes ?? 0) + bytes;
    if (wanted > this.#bounds.maxHolderBytes) throw noRoom();
    while (this.#bytes + bytes > this.#bounds.maxBytes) {
      const body = this.#oldestOfLargest(wanted);
      if (body === null) throw noRoom();
      body.take();
    }
  }

  /**
   * The body that makes room for a holder that would then hold `wanted` bytes; null when there is none. It looks at each
   * holder once, and only when the share is full: holders are never more than connections.
   */
  #oldestOfLargest(wanted: number): HeldBody | null {
    let most = wanted;
    let chosen: HeldBody | null = null;
    for (const { bytes, bodies, unread } of this.#holders.values()) {
      const [oldest] = bytes > most && bodies > 1 ? unread : [];
      if (oldest === undefined) continue;
      most = bytes;
      chosen = oldest;
    }
    return chosen;
  }
}

const noRoom = () => new UnavailableError({ reason: 'request bodies take all the memory that they may' });

/** The bytes of one body. Whoever opened it releases it, whatever becomes of the request. */
export class HeldBody {
  readonly key: Key;
  readonly #share: BodyShare;
  #bytes = 0;
  #isTaken = false;
  #onTaken: (error: UnavailableError) => void = () => {};

  constructor(share: BodyShare, key: Key) {
    this.#share = share;
    this.key = key;
  }

  /** Bytes held now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Whether it made room for another: its request ends, and so does the connection. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** What is called when it makes room for another. It then holds nothing and takes no more. */
  onTaken(act: (error: UnavailableError) => void): void {
    this.#onTaken = act;
  }

  /** @throws UnavailableError when there is no room for so many more bytes; it then holds what it held */
  add(bytes: number): void {
    this.#share.add(this, bytes);
    this.#bytes += bytes;
  }

  /** It was read whole: it is not taken from now on. */
  keep(): void {
    this.#share.keep(this);
  }

  /** Gives all of it back. Repeatable. */
  release(): void {
    this.#share.remove(this);
    this.#bytes = 0;
  }

  /** Gives all of it back to make room for another. */
  take(): void {
    this.release();
    this.#isTaken = true;
    this.#onTaken(new UnavailableError({ reason: 'a slow request body made room for that of another client' }));
  }
}
