import { TooManyRequestsError } from '../errors.ts';
import type { Ports } from '../ports/index.ts';
import type { RateRule } from '../ports/rateLimiter.ts';

/**
 * Counts one hit; without a rule nothing is limited.
 * @throws TooManyRequestsError when the window is full
 */
export async function countHit(
  ports: Pick<Ports, 'limiter' | 'clock'>,
  key: string,
  rule: RateRule | undefined,
): Promise<void> {
  if (rule === undefined) return;
  const retryAfterMs = await ports.limiter.hit(key, rule, ports.clock.now());
  if (retryAfterMs > 0) throw new TooManyRequestsError(retryAfterMs);
}
