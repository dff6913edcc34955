import * as v from 'valibot';
import { DomainError } from '../errors.ts';
import type { Quota } from '../policy.ts';
import { Responses } from '../responses.ts';
import type { Usage } from './algoRepository.ts';

const Figures = v.object({ used: v.number(), limit: v.nullable(v.number()) });

/**
 * What a user owns and may own: algorithms, and bytes of their source code as compact JSON with `SHARE_BYTES` for each of their shares, the
 * bin included. `versions` are the bytes of former versions, which have their room beside what is used. A limit is null without a quota.
 */
export const QuotaFiguresOutput = v.object({
  algos: Figures,
  bytes: v.object({ ...Figures.entries, versions: v.number() }),
});

export type QuotaFigures = v.InferOutput<typeof QuotaFiguresOutput>;

export const figuresOf = (used: Usage, versions: number, quota: Quota | null): QuotaFigures => ({
  algos: { used: used.algos, limit: quota?.algos ?? null },
  bytes: { used: used.bytes, versions, limit: quota?.bytes ?? null },
});

/** Former versions are never the reason, so they are not in the numbers. @param bin what of it is in the bin, where it can be removed */
export const quotaExceeded = ({ algos, bytes }: Usage, quota: Quota, bin: Usage): DomainError =>
  new DomainError(Responses.Algo.Quota_exceeded, {
    algos: { used: algos, limit: quota.algos },
    bytes: { used: bytes, limit: quota.bytes },
    bin,
  });

/** Whether the sum is above the quota in something that grows. */
export function exceeds(sum: Usage, growth: Usage, quota: Quota): boolean {
  return (growth.algos > 0 && sum.algos > quota.algos) || (growth.bytes > 0 && sum.bytes > quota.bytes);
}

export const plus = (one: Usage, other: Usage): Usage => ({
  algos: one.algos + other.algos,
  bytes: one.bytes + other.bytes,
});
