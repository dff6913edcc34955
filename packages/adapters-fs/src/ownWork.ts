import { PENDING_AGE_MS } from '@algotheque/domain';
import { onDisk } from '@algotheque/domain/files';

/** Which names in `staging` this process made, and when: all others there are a dead process's. */
export class OwnWork {
  readonly #now: () => number;
  readonly #since = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Makes a file that counts as this process's own from before it is there, unless making it fails. */
  async make(name: string, make: () => Promise<void>): Promise<void> {
    this.#since.set(name, this.#now());
    try {
      await onDisk(make);
    } catch (problem) {
      this.#since.delete(name);
      throw problem;
    }
  }

  forget(name: string): void {
    this.#since.delete(name);
  }

  /** The names that `list` gives, without those that this process made less than PENDING_AGE_MS before `now`. */
  async left(now: number, list: () => Promise<readonly string[]>): Promise<readonly string[]> {
    for (const [name, since] of this.#since) if (since > now) this.#since.set(name, now); // a clock that was ahead was set back
    const before = new Map(this.#since); // what is finished while `list` reads is still this process's
    return (await list()).filter((name) => {
      const since = before.get(name) ?? this.#since.get(name);
      return since === undefined || now - since >= PENDING_AGE_MS;
    });
  }
}
