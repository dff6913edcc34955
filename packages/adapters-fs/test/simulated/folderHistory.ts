/** The entries of a folder, by name. */
export type Entries = ReadonlyMap<string, string>;

/**
 * The entries that a folder may have after a power loss, on a filesystem that writes each folder separately. Before a sync of the
 * folder an entry may or may not be durable; a sync may also write changes that are made while it runs.
 */
export class FolderHistory {
  readonly #states: Entries[] = [new Map()];
  /** The oldest and the newest state that may be on the disk. */
  #oldest = 0;
  #newest = 0;
  #syncs = 0;

  get current(): Entries {
    return this.#states.at(-1) ?? new Map();
  }

  set(name: string, content: string): void {
    this.#push(new Map(this.current).set(name, content));
  }

  delete(name: string): void {
    this.#push(new Map([...this.current].filter(([other]) => other !== name)));
  }

  /** Begins a sync; returns the function that ends it. */
  beginSync(): () => void {
    const begun = this.#states.length - 1;
    this.#syncs += 1;
    this.#newest = begun;
    return () => {
      this.#syncs -= 1;
      this.#oldest = Math.max(this.#oldest, begun);
    };
  }

  /** The possible states after a power loss at this moment. */
  possible(): readonly Entries[] {
    return this.#states.slice(this.#oldest, this.#newest + 1);
  }

  #push(entries: Entries): void {
    this.#states.push(entries);
    if (this.#syncs > 0) this.#newest = this.#states.length - 1;
  }
}
