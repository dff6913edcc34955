import type { Quota } from '../policy.ts';
import type { Usage } from './algoRepository.ts';
import { exceeds, figuresOf, plus, type QuotaFigures, quotaExceeded } from './quotaFigures.ts';

interface Sums {
  readonly algos: { usage(ownerId: number): Promise<Usage> };
  readonly bin: { usage(ownerId: number): Promise<Usage> };
  readonly history: { bytesOf(ownerId: number): Promise<number> };
  readonly formers: { trim(ownerId: number, mostBytes: number): Promise<number> };
}

/**
 * Keeps what users own within the quota, the bin and former versions included. The sum of the owner is read before each growth, and nothing
 * is reserved: saves at the same moment do not see each other, so together they may exceed the quota by what they add. Only growth is
 * checked: a user above the quota may still replace and delete. Former versions are never why something is refused: those that end first
 * go, where the rest needs the room.
 */
export class QuotaGuard {
  readonly #ports: Sums;
  readonly #quota: Quota | null;

  constructor(ports: Sums, { quota }: { readonly quota: Quota | null }) {
    this.#ports = ports;
    this.#quota = quota;
  }

  /** Before an owner gets more. Former versions make room for it. @throws DomainError Algo.Quota_exceeded */
  async requireRoom(ownerId: number, growth: Usage): Promise<void> {
    const quota = this.#quota;
    if (quota === null || (growth.algos === 0 && growth.bytes === 0)) return;
    const { used, versions } = await this.#sums(ownerId);
    const sum = plus(used, growth);
    if (exceeds(sum, growth, quota)) throw quotaExceeded(used, quota, await this.#ports.bin.usage(ownerId));
    const room = Math.max(0, quota.bytes - sum.bytes);
    if (growth.bytes > 0 && versions > room) await this.#ports.formers.trim(ownerId, room);
  }

  /**
   * Makes room for a former version; false if there is none beside all that is not a former version.
   * @param bytes its size
   * @param freed how much less the owner has with the content that replaces it, in bytes; negative for more
   */
  async makeRoomForVersion(ownerId: number, bytes: number, freed: number): Promise<boolean> {
    const quota = this.#quota;
    if (quota === null) return true;
    const { used, versions } = await this.#sums(ownerId);
    const room = quota.bytes - used.bytes + freed - bytes;
    if (room < 0) return false;
    if (versions > room) await this.#ports.formers.trim(ownerId, room);
    return true;
  }

  /** What the owner has now, and may have. */
  async figures(ownerId: number): Promise<QuotaFigures> {
    const { used, versions } = await this.#sums(ownerId);
    return figuresOf(used, versions, this.#quota);
  }

  /** `versions`: the bytes of former versions. */
  async #sums(ownerId: number): Promise<{ readonly used: Usage; readonly versions: number }> {
    const { algos, history } = this.#ports;
    const [used, versions] = await Promise.all([algos.usage(ownerId), history.bytesOf(ownerId)]);
    return { used, versions };
  }
}
