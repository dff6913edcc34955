import type { AlgoChanges, Algorithm } from '../algorithm.ts';
import type { Usage } from './algoRepository.ts';

/**
 * What each person with a right on an algorithm, and each share that waits for an address, counts for the quota of its owner, in bytes:
 * about what a store needs for it. The same for both, so that what waits can always be given, and the numbers do not tell which addresses
 * have accounts.
 */
export const SHARE_BYTES = 256;

type Sharing = Pick<Algorithm, 'permsAlgorithme' | 'waiting'>;

/** What the lists of shares count. */
export const shareBytes = ({ permsAlgorithme, waiting }: Sharing): number =>
  SHARE_BYTES * (permsAlgorithme.length + waiting.length);

/** What an algorithm counts for the quota of its owner. */
export const ownedBytes = (algo: Sharing & Pick<Algorithm, 'contentBytes'>): number =>
  algo.contentBytes + shareBytes(algo);

/** How much less an algorithm counts after a change; negative when it counts more. */
export const freedBy = (algo: Algorithm, changes: AlgoChanges): number =>
  ownedBytes(algo) - ownedBytes({ ...algo, ...changes });

/** What a change adds. */
export const growthBy = (algo: Algorithm, changes: AlgoChanges): Usage => ({
  algos: 0,
  bytes: Math.max(0, -freedBy(algo, changes)),
});
