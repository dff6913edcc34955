import { linkLifeMs } from '../emails/tokenMail.ts';
import { endBin } from '../history/endBin.ts';
import { cutFormers, endFormers } from '../history/endFormers.ts';
import type { Parts } from '../parts.ts';
import { latestDates } from '../sessions/expiration.ts';

type Expiring = Pick<
  Parts,
  | 'users'
  | 'algos'
  | 'bin'
  | 'content'
  | 'history'
  | 'sessionStore'
  | 'limiter'
  | 'clock'
  | 'formers'
  | 'policy'
  | 'onProblem'
  | 'bounds'
>;

/** Removes what has expired: former addresses, tokens, history, bin, counters. Each is a step of its own. */
export async function removeExpired(
  parts: Expiring,
  step: (where: string, work: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const { sessionStore, limiter, clock, policy, onProblem } = parts;
  const late = 'tokens that end too late';
  await step('former e-mail addresses', () => dropOldEmails(parts));
  await step(late, () => sessionStore.cut(latestDates(policy, clock.now()), (damage) => onProblem(damage, late)));
  await step('expired tokens', () => sessionStore.deleteExpired(clock.now()));
  await step('history that is kept no longer', () => cutFormers(parts));
  await step('history that has ended', () => endFormers(parts));
  await step('bin that has ended', () => endBin(parts));
  await step('expired counters', () => limiter.deleteExpired(clock.now()));
}

/** Their links have ended by then. */
function dropOldEmails({ users, clock, policy }: Expiring): Promise<void> {
  const [pending, former] = [linkLifeMs(policy, 'change_email'), linkLifeMs(policy, 'take_back')];
  return users.dropOldEmails({ pendingBefore: clock.now() - pending, formerBefore: clock.now() - former });
}
