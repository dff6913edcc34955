import type { Context } from '../context.ts';
import { linkLifeMs } from '../emails/tokenMail.ts';
import { firstKey } from '../eventStore.ts';
import { cutFormers, endBin, endFormers } from '../history/bin.ts';
import { latestDates } from '../sessions/newSession.ts';
import type { RemovalTime } from './removalTime.ts';

export async function removeExpired(
  context: Context,
  { until, isSetBack }: RemovalTime,
  step: (where: string, work: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const { sessionStore, limiter, events, clock, policy, bounds, onProblem } = context;
  const late = 'tokens that end too late';
  await step('former e-mail addresses', () => dropOldEmails(context, until));
  // If it is the present time that is wrong, a session of the right one would end with it.
  if (!isSetBack) {
    await step(late, () => sessionStore.cut(latestDates(policy, clock.now()), (damage) => onProblem(damage, late)));
  }
  await step('expired tokens', () => sessionStore.deleteExpired(until));
  await step('history that is kept no longer', () => cutFormers(context));
  await step('history that has ended', () => endFormers(context, until));
  await step('bin that has ended', () => endBin(context, until));
  await step('expired counters', () => limiter.deleteExpired(until));
  const kept = { from: firstKey(Math.max(0, until - policy.eventsMs)), most: bounds.events };
  await step('old events', () => events.removeOld(kept));
}

/** Their links have ended by then. */
function dropOldEmails({ users, policy }: Context, until: number): Promise<void> {
  const [pending, former] = [linkLifeMs(policy, 'change_email'), linkLifeMs(policy, 'take_back')];
  return users.dropOldEmails({ pendingBefore: until - pending, formerBefore: until - former });
}
