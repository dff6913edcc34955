import { PENDING_AGE_MS } from '@algotheque/domain';

/** Content that no commit has saved yet. */
export interface Staged {
  readonly bytes: Uint8Array;
  /** Gives back the room that was claimed for it on the disk of the database. */
  readonly leaveDatabase: () => void;
  /** The same for the disk of the files. */
  readonly leaveFiles: () => void;
}

/** Staged content by its reference, in memory. Its bounds are those of the backlog, which it enters first. */
export class StagedContents {
  readonly #now: () => number;
  readonly #kept = new Map<string, Staged & { since: number }>();

  /** @param now milliseconds; may be set back */
  constructor(now: () => number) {
    this.#now = now;
  }

  add(ref: string, staged: Staged): void {
    this.#kept.set(ref, { ...staged, since: this.#now() });
  }

  get(ref: string): Staged | undefined {
    return this.#kept.get(ref);
  }

  take(ref: string): Staged | undefined {
    const staged = this.#kept.get(ref);
    this.#kept.delete(ref);
    return staged;
  }

  /** References of what was staged PENDING_AGE_MS before `now`, or earlier. */
  forgotten(now: number): readonly string[] {
    for (const staged of this.#kept.values()) staged.since = Math.min(staged.since, now); // a clock that was ahead has been set back
    return [...this.#kept].filter(([, { since }]) => now - since >= PENDING_AGE_MS).map(([ref]) => ref);
  }
}
