import type { Algorithm } from '../algorithm.ts';
import type { Bounds } from '../bounds.ts';
import type { DomainError } from '../errors.ts';
import type { AlgoBin } from '../history/algoBin.ts';
import type { AlgoHistory } from '../history/algoHistory.ts';
import type { Formers } from '../history/formers.ts';
import { KeyedLock } from '../keyedLock.ts';
import type { Quota } from '../policy.ts';
import { remember } from '../remember.ts';
import type { AlgoRepository, Usage } from './algoRepository.ts';
import { type Claim, Claims, NO_CLAIM } from './claims.ts';
import { ownedBytes } from './ownedBytes.ts';
import { exceeds, figuresOf, minus, plus, type QuotaFigures, quotaExceeded } from './quotaFigures.ts';

/** What work that adds to what an owner has asks for; both replace what it asked for before, and count until it ends. */
export interface Room {
  /** Tells how much it is about to add. @throws DomainError Algo.Quota_exceeded */
  claim(growth: Usage): Promise<void>;
  /**
   * Makes room for a former version of this size; false if there is none beside all else.
   * @param freed how much smaller the content is that replaces it, in bytes
   */
  forVersion(bytes: number, freed: number): Promise<boolean>;
}

interface Sums {
  readonly algos: Pick<AlgoRepository, 'usage'>;
  readonly bin: Pick<AlgoBin, 'usage'>;
  readonly history: Pick<AlgoHistory, 'bytesOf'>;
  readonly formers: Pick<Formers, 'trim'>;
}

/** Former versions of an owner: the bytes that were read with what was added here since, and the latter alone. */
interface Versions {
  readonly bytes: number;
  readonly added: number;
}

/** Up to this part of the quota is what a server remembers ample room. */
const AMPLE = 1 / 2;
/** Up to this part of the quota a server adds versions before it reads both sums again, to which other servers have added. */
const UNREAD = 1 / 16;

/**
 * Keeps what users own within the quota, the bin and former versions included. Only growth is checked: a user above the quota may still replace and
 * delete. Former versions are never why something is refused: those that end first go, where the rest needs the room.
 */
export class QuotaGuard {
  readonly #ports: Sums;
  readonly #quota: Quota | null;
  readonly #mostRemembered: number;
  readonly #claims = new Claims();
  /** By owner: room is made by one work after the other. */
  readonly #lock = new KeyedLock();
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

  /** Runs work that adds to what the owner has. */
  async within<Result>(ownerId: number, work: (room: Room) => Promise<Result>): Promise<Result> {
    let held = NO_CLAIM;
    const hold = (claim: Partial<Claim>): void => {
      const next = { ...held, ...claim };
      this.#claims.change(ownerId, held, next);
      held = next;
    };
    try {
      return await work({
        claim: async (growth) => {
          hold(growth);
          await this.#check(ownerId, growth);
        },
        forVersion: async (bytes, freed) => {
          hold({ version: 0 });
          return this.#makeRoom(ownerId, { bytes, freed }, () => hold({ version: bytes - freed }));
        },
      });
    } finally {
      hold(NO_CLAIM);
    }
  }

  /** What the owner has now, and may have. */
  async figures(ownerId: number): Promise<QuotaFigures> {
    const [used, versions] = await Promise.all([
      this.#ports.algos.usage(ownerId),
      this.#ports.history.bytesOf(ownerId),
    ]);
    return figuresOf(used, versions, this.#quota);
  }

  /**
   * The reason why a record that was just inserted must be deleted again, or null. Of two processes that race for the last place, at least one
   * sees the other. This check alone keeps the quota; the one before an insert saves an insert without effect.
   */
  async excessBy(algo: Algorithm): Promise<DomainError | null> {
    if (this.#quota === null) return null;
    const { ownerId } = algo;
    const used = await this.#usage(ownerId);
    const growth = { algos: 1, bytes: ownedBytes(algo) };
    if (!exceeds(used, growth, this.#quota)) return null;
    return quotaExceeded(minus(used, growth), this.#quota, await this.#ports.bin.usage(ownerId));
  }

  /**
   * Whether there is room for a version; without a read where there was ample room.
   * @param grant called at once when there is room, before other work can ask
   */
  async #makeRoom(
    ownerId: number,
    { bytes, freed }: { readonly bytes: number; readonly freed: number },
    grant: () => void,
  ): Promise<boolean> {
    const quota = this.#quota;
    if (quota === null) return true;
    const read = this.#read.get(ownerId);
    if (read !== undefined && this.#isAmple(ownerId, { used: read, added: bytes, quota })) {
      grant();
      return true;
    }
    return this.#lock.run(ownerId, async () => {
      const used = await this.#usage(ownerId);
      const claimed = this.#claims.of(ownerId);
      const others = used.bytes - freed + claimed.bytes + claimed.version;
      if (others + bytes > quota.bytes) return false;
      grant();
      await this.#trim(ownerId, used, quota);
      return true;
    });
  }

  async #check(ownerId: number, growth: Usage): Promise<void> {
    const quota = this.#quota;
    if (quota === null || (growth.algos === 0 && growth.bytes === 0)) return;
    // Read before the store is asked: what other work adds meanwhile is then in one of the two sums, or in both.
    const claimed = this.#claims.of(ownerId);
    // A new algorithm is checked again after its insert: where there was ample room, that is enough.
    const trusted = growth.algos > 0 ? this.#ampleRoom(ownerId, claimed, quota) : null;
    const used = trusted ?? (await this.#usage(ownerId));
    const sum = plus(used, claimed);
    if (exceeds(sum, growth, quota)) throw quotaExceeded(used, quota, await this.#ports.bin.usage(ownerId));
    if (growth.bytes === 0 || this.#isAmple(ownerId, { used, added: 0, quota })) return;
    await this.#lock.run(ownerId, () => this.#trim(ownerId, used, quota));
  }

  /** Whether there is ample room for a version of `added` bytes beside all else, by what is remembered. Then it is remembered too. */
  #isAmple(
    ownerId: number,
    { used, added, quota }: { readonly used: Usage; readonly added: number; readonly quota: Quota },
  ): boolean {
    const known = this.#versions.get(ownerId);
    if (known === undefined) return false;
    const next = { bytes: known.bytes + added, added: known.added + added };
    const others = used.bytes + this.#claims.of(ownerId).bytes;
    const isAmple = others + next.bytes <= quota.bytes * AMPLE && next.added <= quota.bytes * UNREAD;
    if (isAmple) this.#versions.set(ownerId, next);
    return isAmple;
  }

  /** Removes versions that have no room beside what is used and claimed; for a caller that holds the lock, so that two do not remove for the same bytes. */
  async #trim(ownerId: number, used: Usage, quota: Quota): Promise<void> {
    const { bytes, version } = this.#claims.of(ownerId);
    const room = quota.bytes - used.bytes - bytes - version;
    const left = await this.#ports.formers.trim(ownerId, Math.max(0, room));
    const value = { bytes: left + version, added: version };
    remember(this.#versions, ownerId, { value, most: this.#mostRemembered });
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
}
