import type { Quota } from '../policy.ts';
import type { Usage } from './algoRepository.ts';

/** Whether the sum is above the quota in something that grows. */
export function exceeds(sum: Usage, growth: Usage, quota: Quota): boolean {
  return (growth.algos > 0 && sum.algos > quota.algos) || (growth.bytes > 0 && sum.bytes > quota.bytes);
}

export const plus = (one: Usage, other: Usage): Usage => ({
  algos: one.algos + other.algos,
  bytes: one.bytes + other.bytes,
});

export const minus = (one: Usage, other: Usage): Usage => ({
  algos: one.algos - other.algos,
  bytes: one.bytes - other.bytes,
});
