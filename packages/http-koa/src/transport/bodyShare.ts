import { UnavailableError } from '@algotheque/domain';

/** Who holds bodies in a share: the user's id, or the address. */
type Key = string | number;

export interface BodyShareBounds {
  /** All bodies of the share together, in bytes. */
  readonly maxBytes: number;
  /** The bodies of one holder together, in bytes. */
  readonly maxHolderBytes: number;
}

/** The bodies of one holder with at least one byte. */
interface Holder {
  bytes: number;
  bodies: number;
  /** Those of them that are not read completely; the oldest comes first. */
  readonly unread: Set<HeldBody>;
}

/**
 * The bodies of one share, by holder. When the share is full, the largest holder makes room for another: it loses
 * its oldest body that is not read completely. A holder never loses its only body.
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

  /** The body cannot be taken away from now on. */
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
   * The body that is taken away for a holder that would then hold `wanted` bytes; null when there is none. It
   * examines each holder once, and only when the share is full: there are never more holders than connections.
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

/** The bytes of one body. Whoever opened it must release it, whatever the outcome of the request. */
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

  /** Whether it was taken away for another: its request ends, and so does the connection. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** Registers a function that is called when the body is taken away. It then holds nothing and accepts no more. */
  onTaken(act: (error: UnavailableError) => void): void {
    this.#onTaken = act;
  }

  /** @throws UnavailableError when there is no room for so many more bytes; it then holds what it held */
  add(bytes: number): void {
    this.#share.add(this, bytes);
    this.#bytes += bytes;
  }

  /** It was read completely: it cannot be taken away from now on. */
  keep(): void {
    this.#share.keep(this);
  }

  /** Releases all bytes. Repeatable. */
  release(): void {
    this.#share.remove(this);
    this.#bytes = 0;
  }

  /** Releases all bytes to make room for another. */
  take(): void {
    this.release();
    this.#isTaken = true;
    this.#onTaken(new UnavailableError({ reason: 'a slow request body made room for that of another client' }));
  }
}
