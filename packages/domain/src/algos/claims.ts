import type { Usage } from './algoRepository.ts';

/** What work is about to add to what an owner has: the bytes of a former version apart from the others. */
export interface Claim extends Usage {
  readonly version: number;
}

export const NO_CLAIM: Claim = { algos: 0, bytes: 0, version: 0 };

/** What all work in this process is about to add, by owner, so that works at the same time count each other. */
export class Claims {
  readonly #byOwner = new Map<number, Claim>();

  of(ownerId: number): Claim {
    return this.#byOwner.get(ownerId) ?? NO_CLAIM;
  }

  /** One work has claimed `former`, and claims `next` from now on. */
  change(ownerId: number, former: Claim, next: Claim): void {
    const present = this.of(ownerId);
    const algos = present.algos + next.algos - former.algos;
    const bytes = present.bytes + next.bytes - former.bytes;
    const version = present.version + next.version - former.version;
    if (algos === 0 && bytes === 0 && version === 0) this.#byOwner.delete(ownerId);
    else this.#byOwner.set(ownerId, { algos, bytes, version });
  }
}
