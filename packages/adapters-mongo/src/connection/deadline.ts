import { outOfReach } from './failures.ts';

/**
 * Waits for the work at most `ms` milliseconds (0: without limit). The work itself goes on; an error that comes
 * later is ignored.
 */
export async function within<Result>(ms: number, where: string, work: () => Promise<Result>): Promise<Result> {
  if (ms === 0) return work();
  const { promise: expired, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(outOfReach(`${where}: no answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([work(), expired]);
  } finally {
    clearTimeout(timer);
  }
}
