/** The state of a connection that decides whether it is closed to make room. */
export interface Progress {
  /** How many bytes have come on it. */
  readonly bytesRead: number;
  /** Whether a request was received completely and has no answer yet. */
  readonly owesAnswer: boolean;
}

/** The connections of one address. */
interface Share<Connection> {
  readonly address: string;
  count: number;
  /**
   * Those that may be closed, with their `bytesRead` at that time; the one longest without progress comes first.
   */
  readonly open: Map<Connection, number>;
}

/** The addresses that have equally many connections. */
interface Rank<Connection> {
  size: number;
  /** Those with a connection that may be closed; the one longest without progress comes first. */
  readonly open: Set<Share<Connection>>;
}

/**
 * Counts the connections of each address, and chooses the connection that is closed to make room for another.
 *
 * A connection that is examined and not chosen is moved: to the end if it has received bytes; out of the order while the
 * server owes it an answer. So the cost of all choices is proportional to what clients have sent, not to the number
 * of connections.
 */
export class AddressShares<Connection extends Progress> {
  readonly #byAddress = new Map<string, Share<Connection>>();
  readonly #byConnection = new Map<Connection, Share<Connection>>();
  readonly #ranks = new Map<number, Rank<Connection>>();
  #most = 0;

  /** Counts a connection. It may not be closed before it is moved to the end. */
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

  /** Notes that the connection has made progress. */
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
   * The connection of the address with the most connections that is longest without progress and waits for no answer;
   * null when that address has none. If several addresses have equally many, they count as one.
   */
  toMakeRoom(): Connection | null {
    const open = this.#ranks.get(this.#most)?.open ?? new Set();
    for (const share of open) {
      open.delete(share); // a set returns an element that is deleted and added during the iteration again, at the end
      const chosen = this.#firstOf(share);
      if (share.open.size > 0) open.add(share);
      if (chosen !== null) return chosen;
    }
    return null;
  }

  /**
   * The first connection of an address if it may be closed. Otherwise it is moved, and the next one is examined
   * another time.
   */
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
    else if (!this.#ranks.has(this.#most)) this.#most = share.count; // it was the only one, and now has one connection less
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
