import type { Algorithm } from '../algorithm.ts';
import { UnavailableError } from '../errors.ts';
import type { KeyedLock } from '../keyedLock.ts';
import type { ContentSettling } from './contentSettling.ts';

/** A commit that may find that another one came first. */
export interface Attempt<Current, Result> {
  /** What there is now. */
  readonly load: () => Promise<Current>;
  /** Null when another commit came first. */
  readonly tryOn: (current: Current) => Promise<Result | null>;
  /** Undoes what was prepared, when there is no further try. Default: nothing was. */
  readonly takeBack?: () => Promise<unknown>;
}

/** The commits of one algorithm in this process, one after the other. */
export class CommitTurns {
  readonly #lock: KeyedLock;
  readonly #settling: ContentSettling;
  readonly #commitTries: number;

  /** @param lock by the id of an algorithm */
  constructor(lock: KeyedLock, settling: ContentSettling, commitTries: number) {
    this.#lock = lock;
    this.#settling = settling;
    this.#commitTries = commitTries;
  }

  /** Tries a commit when all changes of the algorithm that came before have ended, until it succeeds or `load` throws. */
  run<Current extends Pick<Algorithm, 'id'>, Result>(
    algo: Current,
    { load, tryOn, takeBack = async () => {} }: Attempt<Current, Result>,
  ): Promise<Result> {
    const mayHaveChanged = this.#lock.isHeld(algo.id);
    return this.#lock.run(algo.id, async () => {
      await this.#settling.finish(algo.id);
      let current = mayHaveChanged ? await load() : algo;
      for (let tries = 1; ; tries += 1) {
        const result = await tryOn(current);
        if (result !== null) return result;
        try {
          current = await load(); // first: what is gone needs no further try
          if (tries === this.#commitTries)
            throw new UnavailableError({ reason: 'other servers changed the algorithm' });
        } catch (problem) {
          await this.#settling.attempt('take back', takeBack);
          throw problem;
        }
      }
    });
  }
}
