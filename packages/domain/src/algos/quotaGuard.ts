import * as v from 'valibot';
import type { Algorithm } from '../algorithm.ts';
import type { Bounds } from '../bounds.ts';
import { DomainError } from '../errors.ts';
import type { AlgoHistory } from '../history/algoHistory.ts';
import type { Quota } from '../policy.ts';
import { Responses } from '../responses.ts';
import type { AlgoRepository, Usage } from './algoRepository.ts';

const Figures = v.object({ used: v.number(), limit: v.nullable(v.number()) });

/** What a user owns and may own: algorithms, and bytes of their source code as compact JSON. A limit is null without a quota. */
export const QuotaFiguresOutput = v.object({ algos: Figures, bytes: Figures });

type QuotaFigures = v.InferOutput<typeof QuotaFiguresOutput>;

const NOTHING: Usage = { algos: 0, bytes: 0 };

/**
 * Tells how much the caller is about to add; it replaces what the caller told before. @throws DomainError
 * Algo.Quota_exceeded
 */
export type Claim = (growth: Usage) => Promise<void>;

/**
 * Keeps what users own within the quota, the bin included. Only growth is checked: a user above the quota may still replace and
 * delete. Former versions are kept where they have room.
 */
export class QuotaGuard {
  readonly #algos: Pick<AlgoRepository, 'usage'>;
  readonly #history: Pick<AlgoHistory, 'versionBytes'>;
  readonly #quota: Quota | null;
  readonly #mostRemembered: number;
  /** By owner: what work in this process is about to add, so that parallel creations count each other. */
  readonly #claimed = new Map<number, Usage>();
  /** By owner: the last usage that was read, which other servers and deletions may have changed since. */
  readonly #read = new Map<number, Usage>();
  /** By owner: at most this many bytes of former versions, which was read and then added to here; other servers may have kept more. */
  readonly #versions = new Map<number, number>();

  constructor(
    {
      algos,
      history,
    }: { readonly algos: Pick<AlgoRepository, 'usage'>; readonly history: Pick<AlgoHistory, 'versionBytes'> },
    { quota }: { readonly quota: Quota | null },
    { rememberedOwners }: Pick<Bounds, 'rememberedOwners'>,
  ) {
    this.#algos = algos;
    this.#history = history;
    this.#quota = quota;
    this.#mostRemembered = rememberedOwners;
  }

  /** Runs work that adds to what the owner has. Its claim counts until the work ends. */
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

  /** What the owner has now, and may have. */
  async figures(ownerId: number): Promise<QuotaFigures> {
    return figuresOf(await this.#algos.usage(ownerId), this.#quota);
  }

  /**
   * The reason why a record that was just inserted must be deleted again, or null. Another process may have
   * inserted at the same time: of two that race for the last place, at least one sees the other. This check alone keeps
   * the quota; the one before an insert saves an insert without effect.
   */
  async excessBy({ ownerId, contentBytes }: Algorithm): Promise<DomainError | null> {
    if (this.#quota === null) return null;
    const used = await this.#usage(ownerId);
    const growth = { algos: 1, bytes: contentBytes };
    return exceeds(used, growth, this.#quota) ? quotaExceeded(minus(used, growth), this.#quota) : null;
  }

  /**
   * Whether a former version of this size can be kept beside all that the owner has, other versions included: so history is never the reason
   * why a change is refused. It is kept without a read where there was ample room.
   */
  async hasRoomForVersion(ownerId: number, bytes: number): Promise<boolean> {
    if (this.#quota === null) return true;
    const claimed = this.#claimed.get(ownerId) ?? NOTHING;
    const known = this.#versions.get(ownerId);
    const read = this.#read.get(ownerId);
    if (known !== undefined && read && read.bytes + claimed.bytes + known + bytes <= this.#quota.bytes / 2) {
      this.#versions.set(ownerId, known + bytes);
      return true;
    }
    const [used, versions] = await Promise.all([this.#usage(ownerId), this.#history.versionBytes(ownerId)]);
    const hasRoom = used.bytes + claimed.bytes + versions + bytes <= this.#quota.bytes;
    remember(this.#versions, ownerId, { value: versions + (hasRoom ? bytes : 0), most: this.#mostRemembered });
    return hasRoom;
  }

  async #check(ownerId: number, growth: Usage): Promise<void> {
    if (this.#quota === null || (growth.algos === 0 && growth.bytes === 0)) return;
    // Read before the store is asked: what other work adds meanwhile is then in one of the two sums, or in both.
    const claimed = this.#claimed.get(ownerId) ?? NOTHING;
    // A new algorithm is checked again after its insert: where there was ample room, that is enough.
    if (growth.algos > 0 && this.#hadAmpleRoom(ownerId, claimed, this.#quota)) return;
    const used = await this.#usage(ownerId);
    if (exceeds(plus(used, claimed), growth, this.#quota)) throw quotaExceeded(used, this.#quota);
  }

  /** Whether the last usage that was read, and what is claimed, leave half of the quota. */
  #hadAmpleRoom(ownerId: number, claimed: Usage, { algos, bytes }: Quota): boolean {
    const read = this.#read.get(ownerId);
    if (read === undefined) return false;
    const sum = plus(read, claimed);
    return sum.algos <= algos / 2 && sum.bytes <= bytes / 2;
  }

  async #usage(ownerId: number): Promise<Usage> {
    const used = await this.#algos.usage(ownerId);
    remember(this.#read, ownerId, { value: used, most: this.#mostRemembered });
    return used;
  }

  #change(ownerId: number, by: Usage): void {
    const claimed = plus(this.#claimed.get(ownerId) ?? NOTHING, by);
    if (claimed.algos === 0 && claimed.bytes === 0) this.#claimed.delete(ownerId);
    else this.#claimed.set(ownerId, claimed);
  }
}

/** The owner whose value was set longest ago is forgotten first. */
function remember<Value>(
  map: Map<number, Value>,
  ownerId: number,
  { value, most }: { readonly value: Value; readonly most: number },
): void {
  map.delete(ownerId);
  map.set(ownerId, value);
  const [oldest = ownerId] = map.keys();
  if (map.size > most) map.delete(oldest);
}

/** Whether the sum is above the quota in something that grows. */
function exceeds(sum: Usage, growth: Usage, quota: Quota): boolean {
  return (growth.algos > 0 && sum.algos > quota.algos) || (growth.bytes > 0 && sum.bytes > quota.bytes);
}

const quotaExceeded = (used: Usage, quota: Quota): DomainError =>
  new DomainError(Responses.Algo.Quota_exceeded, figuresOf(used, quota));

const figuresOf = (used: Usage, quota: Quota | null): QuotaFigures => ({
  algos: { used: used.algos, limit: quota?.algos ?? null },
  bytes: { used: used.bytes, limit: quota?.bytes ?? null },
});

const plus = (one: Usage, other: Usage): Usage => ({ algos: one.algos + other.algos, bytes: one.bytes + other.bytes });
const minus = (one: Usage, other: Usage): Usage => ({ algos: one.algos - other.algos, bytes: one.bytes - other.bytes });
