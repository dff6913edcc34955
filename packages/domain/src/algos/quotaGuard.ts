import * as v from 'valibot';
import type { AlgoChanges, Algorithm } from '../algorithm.ts';
import type { Quota } from '../policy.ts';
import { DomainError, Responses } from '../responses.ts';
import type { Usage } from './algoRepository.ts';

/**
 * What each right on an algorithm, and each share that waits for an address, counts for the quota, in bytes: about what a store needs. The
 * same for both, so that what waits can always be given, and the numbers do not tell which addresses have accounts.
 */
export const SHARE_BYTES = 256;

type Sharing = Pick<Algorithm, 'permsAlgorithme' | 'waiting'>;

/** What the rights and the waiting shares of an algorithm count for the quota, in bytes. */
export const shareBytes = ({ permsAlgorithme, waiting }: Sharing): number =>
  SHARE_BYTES * (permsAlgorithme.length + waiting.length);

/** What an algorithm counts for the quota of its owner, in bytes: its content and its shares. */
export const ownedBytes = (algo: Sharing & Pick<Algorithm, 'contentBytes'>): number =>
  algo.contentBytes + shareBytes(algo);

/** How much less an algorithm counts after a change; negative when it counts more. */
export const freedBy = (algo: Algorithm, changes: AlgoChanges): number =>
  ownedBytes(algo) - ownedBytes({ ...algo, ...changes });

export const growthBy = (algo: Algorithm, changes: AlgoChanges): Usage => ({
  algos: 0,
  bytes: Math.max(0, -freedBy(algo, changes)),
});

const Figures = v.object({ used: v.number(), limit: v.nullable(v.number()) });

/**
 * `bytes` are of source code as compact JSON, with `SHARE_BYTES` for each share, the bin included; `versions` of former versions, which
 * have their room beside. A limit is null without a quota.
 */
export const QuotaFiguresOutput = v.object({
  algos: Figures,
  bytes: v.object({ ...Figures.entries, versions: v.number() }),
});

type QuotaFigures = v.InferOutput<typeof QuotaFiguresOutput>;

/** Its data: `algos` and `bytes`, each `{ used, limit }`, and `bin`: what of `used` is in the bin, where it can be removed. */
const quotaExceeded = ({ algos, bytes }: Usage, quota: Quota, bin: Usage): DomainError =>
  new DomainError(Responses.Algo.Quota_exceeded, {
    algos: { used: algos, limit: quota.algos },
    bytes: { used: bytes, limit: quota.bytes },
    bin,
  });

interface Sums {
  readonly algos: { usage(ownerId: number): Promise<Usage> };
  readonly bin: { usage(ownerId: number): Promise<Usage> };
  readonly history: { bytesOf(ownerId: number): Promise<number> };
  readonly formers: { trim(ownerId: number, mostBytes: number): Promise<void> };
}

/**
 * Keeps what users own within the quota. The sum is read before each growth, and nothing is reserved: saves at the same moment may together
 * exceed it by what they add. Only growth is checked. Former versions are never why something is refused: those that end first go.
 */
export class QuotaGuard {
  readonly #ports: Sums;
  readonly #quota: Quota | null;

  constructor(ports: Sums, { quota }: { readonly quota: Quota | null }) {
    this.#ports = ports;
    this.#quota = quota;
  }

  /**
   * Makes room for what grows: removes former versions that have taken it, those that end first.
   * @throws DomainError Algo.Quota_exceeded when the growth does not fit without them either; then nothing was removed
   */
  async makeRoom(ownerId: number, growth: Usage): Promise<void> {
    const quota = this.#quota;
    if (quota === null || (growth.algos === 0 && growth.bytes === 0)) return;
    const { used, versions } = await this.#sums(ownerId);
    const [algos, bytes] = [used.algos + growth.algos, used.bytes + growth.bytes];
    const isFull = (growth.algos > 0 && algos > quota.algos) || (growth.bytes > 0 && bytes > quota.bytes);
    if (isFull) throw quotaExceeded(used, quota, await this.#ports.bin.usage(ownerId));
    const room = Math.max(0, quota.bytes - bytes);
    if (growth.bytes > 0 && versions > room) await this.#ports.formers.trim(ownerId, room);
  }

  /**
   * Makes room for a former version of this many bytes; false if there is none.
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

  async figures(ownerId: number): Promise<QuotaFigures> {
    const { used, versions } = await this.#sums(ownerId);
    return {
      algos: { used: used.algos, limit: this.#quota?.algos ?? null },
      bytes: { used: used.bytes, versions, limit: this.#quota?.bytes ?? null },
    };
  }

  async #sums(ownerId: number): Promise<{ readonly used: Usage; readonly versions: number }> {
    const { algos, history } = this.#ports;
    const [used, versions] = await Promise.all([algos.usage(ownerId), history.bytesOf(ownerId)]);
    return { used, versions };
  }
}
