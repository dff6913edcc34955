/** What is asked of a connection when one must make room. */
export interface Progress {
  /** How many bytes have come on it. */
  readonly bytesRead: number;
  /** Whether a request that came whole has no answer yet. */
  readonly owesAnswer: boolean;
}

/** The connections of one address. */
interface Share<Connection> {
  readonly address: string;
  count: number;
  /** Those that may make room, with their `bytesRead` at that time; the one without progress for longest comes first. */
  readonly open: Map<Connection, number>;
}

/** The addresses that have equally many connections. */
interface Rank<Connection> {
  size: number;
  /** Those with a connection that may make room; the one without progress for longest comes first. */
  readonly open: Set<Share<Connection>>;
}

/**
 * How many connections each address has, and which connection makes room for another.
 *
 * A connection that is looked at and not chosen is moved: to the end when bytes have come on it, out of the order while it
 * owes an answer. So all choices together cost what clients have sent, however many connections there are.
 */
export class AddressShares<Connection extends Progress> {
  readonly #byAddress = new Map<string, Share<Connection>>();
  readonly #byConnection = new Map<Connection, Share<Connection>>();
  readonly #ranks = new Map<number, Rank<Connection>>();
  #most = 0;

  /** Counts a connection, which may not make room before it is moved to the end. */
  add(connection: Connection, address: string): void {
    const share = this.#byAddress.get(address) ?? { address, count: 0, open: new Map() };
    this.#byAddress.set(address, share);
    this.#byConnection.set(connection, share);
    this.#resize(share, 1);
  }

  /** Repeatable. */
  delete(connection: Connection): void {
    const share = this.#byConnection.get(connection);
    if (share === undefined) return;
    this.#byConnection.delete(connection);
    share.open.delete(connection);
    this.#resize(share, -1);
    if (share.count === 0) this.#byAddress.delete(share.address);
  }

  /** It has made progress just now. */
  moveToEnd(connection: Connection): void {
    const share = this.#byConnection.get(connection);
    if (share === undefined) return;
    share.open.delete(connection);
    share.open.set(connection, connection.bytesRead);
    const open = this.#ranks.get(share.count)?.open;
    open?.delete(share);
    open?.add(share);
  }

  /**
   * Of the address with the most connections the one that has been without progress for longest and owes no answer; null
   * when that address has none. Where addresses have equally many, all of them count as that address.
   */
  toMakeRoom(): Connection | null {
    const open = this.#ranks.get(this.#most)?.open ?? new Set();
    for (const share of open) {
      open.delete(share); // a set gives what is added while it is walked through: it comes again, at the end
      const chosen = this.#firstOf(share);
      if (share.open.size > 0) open.add(share);
      if (chosen !== null) return chosen;
    }
    return null;
  }

  /** The first of an address if it may make room. Else that one is moved, and the next is looked at another time. */
  #firstOf({ open }: Share<Connection>): Connection | null {
    const [first] = open;
    if (first === undefined) return null;
    const [connection, bytesBefore] = first;
    const { bytesRead, owesAnswer } = connection;
    if (!owesAnswer && bytesRead === bytesBefore) return connection;
    open.delete(connection);
    if (!owesAnswer) open.set(connection, bytesRead);
    return null;
  }

  #resize(share: Share<Connection>, by: 1 | -1): void {
    this.#leaveRank(share);
    share.count += by;
    if (share.count > 0) this.#enterRank(share);
    if (share.count > this.#most) this.#most = share.count;
    else if (!this.#ranks.has(this.#most)) this.#most = share.count; // it was the only one, and has one fewer
  }

  #enterRank(share: Share<Connection>): void {
    const rank = this.#ranks.get(share.count) ?? { size: 0, open: new Set() };
    this.#ranks.set(share.count, rank);
    rank.size += 1;
    if (share.open.size > 0) rank.open.add(share);
  }

  #leaveRank(share: Share<Connection>): void {
    const rank = this.#ranks.get(share.count);
    if (rank === undefined) return;
    rank.size -= 1;
    rank.open.delete(share);
    if (rank.size === 0) this.#ranks.delete(share.count);
  }
}
