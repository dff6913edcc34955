import type { Algorithm } from '../algorithm.ts';
import { DomainError } from '../errors.ts';
import type { Quota } from '../policy.ts';
import { Responses } from '../responses.ts';
import type { AlgoRepository, Usage } from './algoRepository.ts';

const NOTHING: Usage = { algos: 0, bytes: 0 };

/** Says how much a request is about to add, in place of what it said before. @throws DomainError Algo.Quota_exceeded */
export type Claim = (growth: Usage) => Promise<void>;

/** Keeps what users own within the quota. What is checked is what grows: who is over it may still replace and delete. */
export class QuotaGuard {
  readonly #algos: Pick<AlgoRepository, 'usage'>;
  readonly #quota: Quota | null;
  /** By owner: what requests of this process are about to add, so that those at once are not all let through. */
  readonly #claimed = new Map<number, Usage>();

  constructor(
    { algos }: { readonly algos: Pick<AlgoRepository, 'usage'> },
    { quota }: { readonly quota: Quota | null },
  ) {
    this.#algos = algos;
    this.#quota = quota;
  }

  /** Runs work that adds to what the owner has; what it claimed counts until it ends. */
  async within<Result>(ownerId: number, work: (claim: Claim) => Promise<Result>): Promise<Result> {
    let held = NOTHING;
    const hold = (growth: Usage): void => {
      this.#change(ownerId, minus(growth, held));
      held = growth;
    };
    try {
      return await work(async (growth) => {
        hold(growth);
        await this.#check(ownerId, growth);
      });
    } finally {
      hold(NOTHING);
    }
  }

  /**
   * Why a record that was just inserted must go again, or null. Another process may have inserted at the same time as
   * this one: of two that race for the last place one sees the other, or both do.
   */
  async excessBy({ ownerId, contentBytes }: Algorithm): Promise<DomainError | null> {
    if (this.#quota === null) return null;
    const used = await this.#algos.usage(ownerId);
    const growth = { algos: 1, bytes: contentBytes };
    return exceeds(used, growth, this.#quota) ? quotaExceeded(minus(used, growth), this.#quota) : null;
  }

  async #check(ownerId: number, growth: Usage): Promise<void> {
    if (this.#quota === null || (growth.algos === 0 && growth.bytes === 0)) return;
    // Taken before the store is asked: what another request adds meanwhile is then in one of the two, or in both.
    const claimed = this.#claimed.get(ownerId) ?? NOTHING;
    const used = await this.#algos.usage(ownerId);
    if (exceeds(plus(used, claimed), growth, this.#quota)) throw quotaExceeded(used, this.#quota);
  }

  #change(ownerId: number, by: Usage): void {
    const claimed = plus(this.#claimed.get(ownerId) ?? NOTHING, by);
    if (claimed.algos === 0 && claimed.bytes === 0) this.#claimed.delete(ownerId);
    else this.#claimed.set(ownerId, claimed);
  }
}

/** Whether the sum is beyond the quota in something that grows. */
function exceeds(sum: Usage, growth: Usage, quota: Quota): boolean {
  return (growth.algos > 0 && sum.algos > quota.algos) || (growth.bytes > 0 && sum.bytes > quota.bytes);
}

function quotaExceeded(used: Usage, quota: Quota): DomainError {
  return new DomainError(Responses.Algo.Quota_exceeded, {
    algos: { used: used.algos, limit: quota.algos },
    bytes: { used: used.bytes, limit: quota.bytes },
  });
}

const plus = (one: Usage, other: Usage): Usage => ({ algos: one.algos + other.algos, bytes: one.bytes + other.bytes });
const minus = (one: Usage, other: Usage): Usage => ({ algos: one.algos - other.algos, bytes: one.bytes - other.bytes });
