import { syncFolder } from '@algotheque/domain/files';
import type { Layout } from './layout.ts';

/**
 * Makes names durable, one sync for all callers that wait, in an order that needs no journal. If only `staging/`
 * was synced, a filesystem may keep that a name has left it and lose that it came to the root. So the root is
 * synced before `staging/` whenever names have moved since, and no name moves between these two syncs.
 */
export class NameSyncs {
  readonly #layout: Layout;
  #hasMoved = false;
  /** The end of the last round that was asked for, whatever its outcome. */
  #lastRound: Promise<unknown> = Promise.resolve();
  /** The round that has not begun: it serves all callers that ask now. */
  #nextRound: Promise<void> | null = null;
  /** Moves that wait for the last round, or are under way. */
  #moves = new Set<Promise<unknown>>();

  constructor(layout: Layout) {
    this.#layout = layout;
  }

  /** Moves names from `staging/` into the root, with no round meanwhile. Moves run in parallel. */
  async move<Result>(work: () => Promise<Result>): Promise<Result> {
    const moves = this.#moves;
    const moved = this.#lastRound.then(() => {
      this.#hasMoved = true;
      return work();
    });
    moves.add(moved);
    try {
      return await moved;
    } finally {
      moves.delete(moved);
    }
  }

  /** Every name that is in `staging/` now, or has left it, is durable when this resolves. */
  syncStaging(): Promise<void> {
    this.#nextRound ??= this.#planRound();
    return this.#nextRound;
  }

  /** Every name that is in the root now, or has left it, is durable when this resolves. */
  syncRoot(): Promise<void> {
    return syncFolder(this.#layout.root);
  }

  #planRound(): Promise<void> {
    const before = [this.#lastRound, ...this.#moves];
    this.#moves = new Set();
    const round = Promise.allSettled(before).then(() => {
      this.#nextRound = null;
      return this.#run();
    });
    this.#lastRound = Promise.allSettled([round]);
    return round;
  }

  async #run(): Promise<void> {
    if (this.#hasMoved) {
      await this.syncRoot();
      this.#hasMoved = false; // no move runs during a round
    }
    await syncFolder(this.#layout.staging);
  }
}
