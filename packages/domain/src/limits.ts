import { addressGroup, countersOf } from './address.ts';
import type { LimitName } from './audit.ts';
import type { AuthenticatedCaller } from './caller.ts';
import type { Context } from './context.ts';
import type { HitAnswer, RateRule } from './rateLimiter.ts';
import { TooManyRequestsError, UnavailableError } from './responses.ts';

interface Hit {
  readonly key: string;
  readonly rule: RateRule | undefined;
  readonly limit: LimitName;
  /** The user whom the hits concern. Default: null. */
  readonly targetId?: number | null;
}

/** Null for what is not limited, or cannot be counted: that is reported and not refused. LoginGuard refuses then. */
export async function hitOf(
  { limiter, clock, onProblem }: Pick<Context, 'limiter' | 'clock' | 'onProblem'>,
  { key, rule }: Pick<Hit, 'key' | 'rule'>,
): Promise<HitAnswer | null> {
  if (rule === undefined) return null;
  try {
    return await limiter.hit(key, rule, clock.now());
  } catch (problem) {
    if (!(problem instanceof UnavailableError)) throw problem;
    onProblem(problem, 'limit');
    return null;
  }
}

/** @throws TooManyRequestsError when the window is full */
export async function countHit(context: Context, { limit, targetId = null, ...hit }: Hit): Promise<void> {
  const { retryAfterMs } = (await hitOf(context, hit)) ?? { retryAfterMs: 0 };
  if (retryAfterMs > 0) throw new TooManyRequestsError(retryAfterMs, { limit, targetId });
}

const COUNTED = {
  register: { prefix: 'register', one: 'register', network: 'registerNetwork' },
  share: { prefix: 'share', one: 'shareAddress', network: 'shareNetwork' },
  mail: { prefix: 'mail-address', one: 'mailAddress', network: 'mailNetwork' },
} as const;

/**
 * Counts one hit of a client: by its address, and for IPv6 by the /56.
 * @throws TooManyRequestsError when one of the windows is full
 */
export async function countByAddress(
  context: Context,
  { what, address }: { readonly what: keyof typeof COUNTED; readonly address: string | undefined },
): Promise<void> {
  const counted = COUNTED[what];
  const rule = context.policy.limits?.[counted.one];
  if (rule !== undefined) for (const one of countersOf(counted, rule, address)) await countHit(context, one);
}

/** A share sends a mail, and tells whether a confirmed account has an address. @throws TooManyRequestsError */
export async function countShare(
  context: Context,
  caller: AuthenticatedCaller,
  { byAddress }: { readonly byAddress: boolean },
): Promise<void> {
  const { user, address } = caller;
  if (byAddress && !user.isVerified) await countInvitation(context, caller);
  await countByAddress(context, { what: 'share', address });
  await countOne(context, user.id);
}

/** So many people that get a right at once count as one share. They get no mail. */
const PEOPLE_PER_SHARE = 10;

/** Counts that a user gives rights to this many people who had none. @throws TooManyRequestsError */
export async function countGrants(context: Context, userId: number, people: number): Promise<void> {
  for (let counted = 0; counted < people; counted += PEOPLE_PER_SHARE) await countOne(context, userId);
}

const countOne = (context: Context, id: number): Promise<void> =>
  countHit(context, { key: `share-of-user:${id}`, rule: context.policy.limits?.share, limit: 'share', targetId: id });

/**
 * Anybody can make an account with any address: one that was never confirmed sends a few mails to strangers a day, and all from one client
 * address as many as all of them to one.
 */
async function countInvitation(context: Context, { user: { id }, address }: AuthenticatedCaller): Promise<void> {
  const { limits } = context.policy;
  const few = limits === null ? undefined : { ...limits.mailsOfUnconfirmed, limit: limits.mailsPerLinkLife };
  const all = limits?.mailsOfUnconfirmed;
  const key = `invitations-of-unconfirmed-at:${addressGroup(address)}`;
  await countHit(context, { key: `invitations-of-unconfirmed:${id}`, rule: few, limit: 'share', targetId: id });
  await countHit(context, { key, rule: all, limit: 'shareAddress', targetId: null });
}
