/** Bytes that a file system writes as a whole. */
export const SECTOR = 512;

/** A change of the bytes of a file that is not synced. */
export type FileChange = { readonly at: number; readonly data: Uint8Array } | { readonly size: number };

/** A file by its inode: the bytes that a power loss keeps, and the changes since then that it may keep. */
export class RecordedFile {
  readonly kind = 'file';
  #durable: Uint8Array = new Uint8Array();
  #pending: FileChange[] = [];
  /** How many changes are durable. */
  #done = 0;

  get pending(): readonly FileChange[] {
    return this.#pending;
  }

  get durable(): Uint8Array {
    return this.#durable;
  }

  change(change: FileChange): void {
    this.#pending.push(change);
  }

  /** A sync begins: returns what makes durable, at its end, what was written before it began. */
  syncBegun(): () => void {
    const until = this.#done + this.#pending.length;
    return () => {
      const count = until - this.#done;
      if (count <= 0) return; // another sync has done it meanwhile
      this.#durable = applied(this.#durable, this.#pending.slice(0, count));
      this.#pending = this.#pending.slice(count);
      this.#done = until;
    };
  }
}

/** The bytes after the changes. */
export function applied(bytes: Uint8Array, changes: readonly FileChange[]): Uint8Array {
  const ends = changes.map((change) => ('size' in change ? change.size : change.at + change.data.length));
  const result = new Uint8Array(Math.max(bytes.length, ...ends));
  result.set(bytes);
  let size = bytes.length;
  for (const change of changes) {
    if ('size' in change) {
      if (change.size < size) result.fill(0, change.size, size);
      size = change.size;
    } else {
      result.set(change.data, change.at);
      size = Math.max(size, change.at + change.data.length);
    }
  }
  return result.subarray(0, size);
}
