import type { LimitName } from '../auditLog.ts';
import type { Context } from '../context.ts';
import { TooManyRequestsError, UnavailableError } from '../errors.ts';
import type { RateRule } from './rateLimiter.ts';

interface Hit {
  readonly key: string;
  readonly rule: RateRule | undefined;
  readonly limit: LimitName;
  /** The user whom the hits concern. Default: null. */
  readonly targetId?: number | null;
}

/**
 * Counts one hit; without a rule nothing is limited. When the limiter cannot count, this is reported and nothing is
 * refused. (LoginGuard refuses then.)
 * @throws TooManyRequestsError when the window is full
 */
export async function countHit(context: Context, { key, rule, limit, targetId = null }: Hit): Promise<void> {
  if (rule === undefined) return;
  const retryAfterMs = await hit(context, { key, rule });
  if (retryAfterMs > 0) throw new TooManyRequestsError(retryAfterMs, { limit, targetId });
}

async function hit(
  { limiter, clock, onProblem }: Context,
  { key, rule }: { readonly key: string; readonly rule: RateRule },
): Promise<number> {
  try {
    return await limiter.hit(key, rule, clock.now());
  } catch (problem) {
    if (!(problem instanceof UnavailableError)) throw problem;
    onProblem(problem, 'limit');
    return 0;
  }
}
