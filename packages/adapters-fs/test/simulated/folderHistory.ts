/** The entries of a folder: what each name leads to. */
export type Entries = ReadonlyMap<string, string>;

/**
 * What a folder may hold after a power loss, on a filesystem that writes each folder by itself: no entry is surely
 * durable before a sync of the folder, and a sync may write what changes while it runs.
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

  /** Begins a sync and gives what ends it. */
  beginSync(): () => void {
    const begun = this.#states.length - 1;
    this.#syncs += 1;
    this.#newest = begun;
    return () => {
      this.#syncs -= 1;
      this.#oldest = Math.max(this.#oldest, begun);
    };
  }

  /** The states of which a power loss now leaves one. */
  possible(): readonly Entries[] {
    return this.#states.slice(this.#oldest, this.#newest + 1);
  }

  #push(entries: Entries): void {
    this.#states.push(entries);
    if (this.#syncs > 0) this.#newest = this.#states.length - 1;
  }
}
