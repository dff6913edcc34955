import { setTimeout } from 'node:timers/promises';

/** How long a batch gathers items when several came together before it: many share a command, and none waits long. */
const GATHER_MS = 25;

interface Batch<Item> {
  readonly items: Item[];
  readonly done: Promise<void>;
}

/**
 * Does the same work for many callers at once, behind the answers of their requests. What is added while one batch
 * runs is the next batch. After a batch of several items, the next one waits a little for more.
 */
export class Batches<Item> {
  readonly #work: (items: readonly Item[]) => Promise<void>;
  readonly #gather: () => Promise<void>;
  #last: Promise<void> = Promise.resolve();
  #lastItems = 0;
  #waiting: Batch<Item> | null = null;

  constructor(
    work: (items: readonly Item[]) => Promise<void>,
    gather: () => Promise<void> = () => setTimeout(GATHER_MS),
  ) {
    this.#work = work;
    this.#gather = gather;
  }

  /** Resolves when the batch with this item is done. Rejects when the work of its batch does. */
  add(item: Item): Promise<void> {
    this.#waiting ??= this.#newBatch();
    this.#waiting.items.push(item);
    return this.#waiting.done;
  }

  #newBatch(): Batch<Item> {
    const items: Item[] = [];
    const done = this.#last.then(() => this.#run(items));
    this.#last = done.catch(() => {}); // the callers of that batch got the error
    return { items, done };
  }

  async #run(items: readonly Item[]): Promise<void> {
    if (this.#lastItems > 1) await this.#gather();
    this.#waiting = null;
    this.#lastItems = items.length;
    return this.#work(items);
  }
}
