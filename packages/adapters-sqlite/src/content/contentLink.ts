/** What a content store does with the commits of records. */
export interface LinkedContent {
  /** Within a transaction: the record `id` comes to name `ref`. */
  save(id: number, ref: string): void;
  /** Within a transaction: the record `id` is removed. */
  remove(id: number): void;
  /** That transaction is committed. `ref` is null after a removal. */
  committed(id: number, ref: string | null): void;
  /** That transaction has failed. */
  failed(): void;
}

/** A record after a commit. */
interface ChangedRecord {
  readonly id: number;
  /** Null when it was removed. */
  readonly ref: string | null;
}

/** Takes commits of records to the content store that keeps its content in the same transactions, where there is one. */
export class ContentLink {
  #content: LinkedContent | null = null;

  attach(content: LinkedContent): void {
    this.#content = content;
  }

  /** Within a transaction: the record `id` comes to name `ref`. */
  save(id: number, ref: string): void {
    this.#content?.save(id, ref);
  }

  /** Within a transaction: the record `id` is removed. */
  remove(id: number): void {
    this.#content?.remove(id);
  }

  /** That transaction is committed: the record names `ref`. */
  committed(id: number, ref: string): void {
    this.#content?.committed(id, ref);
  }

  /**
   * Waits for the end of that transaction.
   * @param changed what it has changed by its result: the record that names `ref`, or is removed (null)
   */
  async follow<Value>(commit: Promise<Value>, changed: (value: Value) => ChangedRecord | null): Promise<Value> {
    try {
      const value = await commit;
      const record = changed(value);
      if (record !== null) this.#content?.committed(record.id, record.ref);
      return value;
    } catch (problem) {
      this.#content?.failed(); // a recovery may have found the commit all the same
      throw problem;
    }
  }
}
