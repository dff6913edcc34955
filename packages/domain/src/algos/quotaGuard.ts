import * as v from 'valibot';
import type { AlgoChanges, Algorithm } from '../algorithm.ts';
import { trimFormers } from '../content/formers.ts';
import type { AccountsContext } from '../context.ts';
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

// What users own is kept within the quota. The sum is read before each growth, and nothing is reserved: saves at the same moment may
// together exceed it by what they add. Only growth is checked. Former versions are never why something is refused: those that end first go.

/**
 * Makes room for what grows: removes former versions that have taken it, those that end first.
 * @throws DomainError Algo.Quota_exceeded when the growth does not fit without them either; then nothing was removed
 */
export async function makeRoom(context: AccountsContext, ownerId: number, growth: Usage): Promise<void> {
  const { quota } = context.policy;
  if (quota === null || (growth.algos === 0 && growth.bytes === 0)) return;
  const { used, versions } = await sumsOf(context, ownerId);
  const [algos, bytes] = [used.algos + growth.algos, used.bytes + growth.bytes];
  const isFull = (growth.algos > 0 && algos > quota.algos) || (growth.bytes > 0 && bytes > quota.bytes);
  if (isFull) throw quotaExceeded(used, quota, await context.bin.usage(ownerId));
  const room = Math.max(0, quota.bytes - bytes);
  if (growth.bytes > 0 && versions > room) await trimFormers(context, ownerId, room);
}

/**
 * Makes room for a former version of this many bytes; false if there is none.
 * @param freed how much less the owner has with the content that replaces it, in bytes; negative for more
 */
export async function makeRoomForVersion(
  context: AccountsContext,
  ownerId: number,
  { bytes, freed }: { readonly bytes: number; readonly freed: number },
): Promise<boolean> {
  const { quota } = context.policy;
  if (quota === null) return true;
  const { used, versions } = await sumsOf(context, ownerId);
  const room = quota.bytes - used.bytes + freed - bytes;
  if (room < 0) return false;
  if (versions > room) await trimFormers(context, ownerId, room);
  return true;
}

export async function quotaFigures(context: AccountsContext, ownerId: number): Promise<QuotaFigures> {
  const { quota } = context.policy;
  const { used, versions } = await sumsOf(context, ownerId);
  return {
    algos: { used: used.algos, limit: quota?.algos ?? null },
    bytes: { used: used.bytes, versions, limit: quota?.bytes ?? null },
  };
}

async function sumsOf({ algos, history }: AccountsContext, ownerId: number) {
  const [used, versions] = await Promise.all([algos.usage(ownerId), history.bytesOf(ownerId)]);
  return { used, versions };
}
