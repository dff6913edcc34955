import { PENDING_AGE_MS } from '@algotheque/domain';
import { onDisk } from '@algotheque/domain/files';

/**
 * The names in `staging` that this process made, and when. All other names were left by a process that has ended.
 */
export class OwnWork {
  readonly #now: () => number;
  readonly #since = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Makes a file. It counts as this process's own before it exists, unless making it fails. */
  async make(name: string, make: () => Promise<void>): Promise<void> {
    this.#since.set(name, this.#now());
    try {
      await onDisk(make);
    } catch (problem) {
      this.#since.delete(name);
      throw problem;
    }
  }

  /** Whether this process has made it and not forgotten it. */
  has(name: string): boolean {
    return this.#since.has(name);
  }

  forget(name: string): void {
    this.#since.delete(name);
  }

  /** The names that `list` gives, without those that this process made less than PENDING_AGE_MS before `now`. */
  async left(now: number, list: () => Promise<readonly string[]>): Promise<readonly string[]> {
    for (const [name, since] of this.#since) if (since > now) this.#since.set(name, now); // a clock that was ahead has been set back
    const before = new Map(this.#since); // work that is finished while `list` reads is still this process's own
    return (await list()).filter((name) => {
      const since = before.get(name) ?? this.#since.get(name);
      return since === undefined || now - since >= PENDING_AGE_MS;
    });
  }
}
