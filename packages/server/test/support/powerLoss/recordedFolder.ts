import type { RecordedFile } from './recordedFile.ts';

export type Entry = RecordedFile | RecordedFolder;

/** A name comes to mean another entry, or none. */
export interface NameChange {
  readonly name: string;
  readonly entry: Entry | null;
}

/** A folder by its inode: the names that a power loss keeps, and the changes since then that it may keep. */
export class RecordedFolder {
  readonly kind = 'folder';
  #durable: ReadonlyMap<string, Entry> = new Map();
  #pending: NameChange[] = [];
  #done = 0;

  get pending(): readonly NameChange[] {
    return this.#pending;
  }

  get durable(): ReadonlyMap<string, Entry> {
    return this.#durable;
  }

  /** What the name means while the machine runs. */
  find(name: string): Entry | undefined {
    const last = this.#pending.findLast((change) => change.name === name);
    return last === undefined ? this.#durable.get(name) : (last.entry ?? undefined);
  }

  change(...changes: readonly NameChange[]): void {
    this.#pending.push(...changes);
  }

  /** As that of a file. */
  syncBegun(): () => void {
    const until = this.#done + this.#pending.length;
    return () => {
      const count = until - this.#done;
      if (count <= 0) return;
      this.#durable = named(this.#durable, this.#pending.slice(0, count));
      this.#pending = this.#pending.slice(count);
      this.#done = until;
    };
  }
}

/** The names after the changes. */
export function named(names: ReadonlyMap<string, Entry>, changes: readonly NameChange[]): ReadonlyMap<string, Entry> {
  const result = new Map(names);
  for (const { name, entry } of changes) {
    if (entry === null) result.delete(name);
    else result.set(name, entry);
  }
  return result;
}
