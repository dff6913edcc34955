interface Bounds<Item> {
  readonly items: number;
  /** The most bytes of all items; an item alone may have more. */
  readonly bytes: number;
  bytesOf(item: Item): number;
}

type Work<Item, Result> = (items: readonly Item[]) => Promise<(item: Item) => Result>;

/**
 * Reads or writes of the same turn of the event loop that are one command. A record with a thousand grants has about 60 kB, so an answer
 * stays below 16 MB.
 */
export const TOGETHER = 100;

interface Group<Item, Result> {
  readonly items: Item[];
  bytes: number;
  readonly results: Promise<(item: Item) => Result>;
  begin(): void;
}

/**
 * Does together what many callers ask in the same turn of the event loop. The work of a group begins after each of its
 * calls, so no caller gets what was read before its call. When the work of a group fails, each of its calls fails.
 */
export class Groups<Item, Result> {
  readonly #work: Work<Item, Result>;
  readonly #bounds: Bounds<Item>;
  #open: Group<Item, Result> | null = null;

  constructor(work: Work<Item, Result>, bounds: Bounds<Item>) {
    this.#work = work;
    this.#bounds = bounds;
  }

  async add(item: Item): Promise<Result> {
    const bytes = this.#bounds.bytesOf(item);
    const group = this.#groupFor(bytes);
    group.items.push(item);
    group.bytes += bytes;
    return (await group.results)(item);
  }

  #groupFor(bytes: number): Group<Item, Result> {
    const open = this.#open;
    const hasRoom = open !== null && open.items.length < this.#bounds.items && open.bytes + bytes <= this.#bounds.bytes;
    if (hasRoom) return open;
    open?.begin();
    this.#open = this.#newGroup();
    return this.#open;
  }

  #newGroup(): Group<Item, Result> {
    const items: Item[] = [];
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const group = { items, bytes: 0, begin, results: begun.then(() => this.#work(items)) };
    const end = () => {
      if (this.#open === group) this.#open = null;
      begin();
    };
    // Immediates run after the reads of all sockets that were ready, but before `close` events. A command on a socket that
    // has ended in this turn, and is not closed yet, would hang (`Clients`): so the work begins in the turn after it.
    setImmediate(() => setImmediate(end));
    return group;
  }
}
