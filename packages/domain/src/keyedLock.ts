/** Mutual exclusion by key within this process, first come, first served. */
export class KeyedLock<Key = number> {
  readonly #tails = new Map<Key, Promise<void>>();

  isHeld(key: Key): boolean {
    return this.#tails.has(key);
  }

  /** Runs `work` when all earlier work under this key has ended, whatever its outcome. */
  async run<Result>(key: Key, work: () => Promise<Result>): Promise<Result> {
    const before = this.#tails.get(key) ?? Promise.resolve();
    const done = Promise.withResolvers<void>();
    this.#tails.set(key, done.promise);
    try {
      await before;
      return await work();
    } finally {
      done.resolve();
      if (this.#tails.get(key) === done.promise) this.#tails.delete(key);
    }
  }
}
