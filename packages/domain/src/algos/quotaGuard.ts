import type { Algorithm } from '../algorithm.ts';
import type { Bounds } from '../bounds.ts';
import type { DomainError } from '../errors.ts';
import type { AlgoHistory } from '../history/algoHistory.ts';
import type { Quota } from '../policy.ts';
import type { AlgoRepository, Usage } from './algoRepository.ts';
import { figuresOf, type QuotaFigures, quotaExceeded } from './quotaFigures.ts';

const NOTHING: Usage = { algos: 0, bytes: 0 };

/**
 * Tells how much the caller is about to add; it replaces what the caller told before. @throws DomainError
 * Algo.Quota_exceeded
 */
export type Claim = (growth: Usage) => Promise<void>;

interface Sums {
  readonly algos: Pick<AlgoRepository, 'usage'>;
  readonly history: Pick<AlgoHistory, 'keepVersions'>;
}

/** Former versions of an owner: the bytes that were read with what was added here since, and the latter alone. */
interface Versions {
  readonly bytes: number;
  readonly added: number;
}

/** Up to this part of the quota is what a server remembers ample room. */
const AMPLE = 1 / 2;
/** Up to this part of the quota a server adds versions before it reads again what other servers have added. */
const UNREAD = 1 / 16;

/**
 * Keeps what users own within the quota, the bin and former versions included. Only growth is checked: a user above the quota may still replace and
 * delete. Former versions are never why something is refused: those that end first go, where the rest needs the room.
 */
export class QuotaGuard {
  readonly #ports: Sums;
  readonly #quota: Quota | null;
  readonly #mostRemembered: number;
  /** By owner: what work in this process is about to add, so that parallel creations count each other. */
  readonly #claimed = new Map<number, Usage>();
  /** By owner: the last usage that was read, which other servers and deletions may have changed since. */
  readonly #read = new Map<number, Usage>();
  /** By owner; other servers may have kept more since. */
  readonly #versions = new Map<number, Versions>();

  constructor(
    ports: Sums,
    { quota }: { readonly quota: Quota | null },
    { rememberedOwners }: Pick<Bounds, 'rememberedOwners'>,
  ) {
    this.#ports = ports;
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
    const [used, versions] = await Promise.all([
      this.#ports.algos.usage(ownerId),
      this.#ports.history.keepVersions(ownerId),
    ]);
    return figuresOf(used, versions, this.#quota);
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
   * Makes room for a former version of this size; false if there is none beside all else. It is kept without a read where there was ample
   * room.
   */
  async makeRoomForVersion(ownerId: number, bytes: number): Promise<boolean> {
    const quota = this.#quota;
    if (quota === null) return true;
    const claimed = this.#claimed.get(ownerId)?.bytes ?? 0;
    const read = this.#read.get(ownerId);
    const isAmple = read !== undefined && read.bytes + claimed + bytes <= quota.bytes * AMPLE;
    const others = claimed + (isAmple ? read : await this.#usage(ownerId)).bytes;
    if (others + bytes > quota.bytes) return false;
    await this.#keepVersions(ownerId, { others, added: bytes, quota });
    return true;
  }

  async #check(ownerId: number, growth: Usage): Promise<void> {
    const quota = this.#quota;
    if (quota === null || (growth.algos === 0 && growth.bytes === 0)) return;
    // Read before the store is asked: what other work adds meanwhile is then in one of the two sums, or in both.
    const claimed = this.#claimed.get(ownerId) ?? NOTHING;
    // A new algorithm is checked again after its insert: where there was ample room, that is enough.
    const trusted = growth.algos > 0 ? this.#ampleRoom(ownerId, claimed, quota) : null;
    const used = trusted ?? (await this.#usage(ownerId));
    const sum = plus(used, claimed);
    if (exceeds(sum, growth, quota)) throw quotaExceeded(used, quota);
    if (growth.bytes > 0) await this.#keepVersions(ownerId, { others: sum.bytes, added: 0, quota });
  }

  /** Removes versions that have no room beside the bytes of all else; `added` is the size of one that will be kept. */
  async #keepVersions(
    ownerId: number,
    { others, added, quota }: { readonly others: number; readonly added: number; readonly quota: Quota },
  ): Promise<void> {
    const known = this.#versions.get(ownerId);
    const next = known && { bytes: known.bytes + added, added: known.added + added };
    const isAmple =
      next !== undefined && others + next.bytes <= quota.bytes * AMPLE && next.added <= quota.bytes * UNREAD;
    if (isAmple) {
      this.#versions.set(ownerId, next);
      return;
    }
    const left = await this.#ports.history.keepVersions(ownerId, Math.max(0, quota.bytes - others - added));
    remember(this.#versions, ownerId, { value: { bytes: left + added, added }, most: this.#mostRemembered });
  }

  /** The last usage that was read, if half of the quota is left beside it and what is claimed. */
  #ampleRoom(ownerId: number, claimed: Usage, { algos, bytes }: Quota): Usage | null {
    const read = this.#read.get(ownerId);
    if (read === undefined) return null;
    const sum = plus(read, claimed);
    return sum.algos <= algos * AMPLE && sum.bytes <= bytes * AMPLE ? read : null;
  }

  async #usage(ownerId: number): Promise<Usage> {
    const used = await this.#ports.algos.usage(ownerId);
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

const plus = (one: Usage, other: Usage): Usage => ({ algos: one.algos + other.algos, bytes: one.bytes + other.bytes });
const minus = (one: Usage, other: Usage): Usage => ({ algos: one.algos - other.algos, bytes: one.bytes - other.bytes });
