interface Batch<Item> {
  readonly items: Item[];
  readonly done: Promise<void>;
}

/** Does the same work for many callers at once. What is added while one batch runs is the next batch. */
export class Batches<Item> {
  readonly #work: (items: readonly Item[]) => Promise<void>;
  #last: Promise<void> = Promise.resolve();
  #waiting: Batch<Item> | null = null;

  constructor(work: (items: readonly Item[]) => Promise<void>) {
    this.#work = work;
  }

  /** Resolves when the batch with this item is done. Rejects when the work of its batch does. */
  add(item: Item): Promise<void> {
    this.#waiting ??= this.#newBatch();
    this.#waiting.items.push(item);
    return this.#waiting.done;
  }

  #newBatch(): Batch<Item> {
    const items: Item[] = [];
    const done = this.#last.then(() => {
      this.#waiting = null;
      return this.#work(items);
    });
    this.#last = done.catch(() => {}); // the callers of that batch got the error
    return { items, done };
  }
}
