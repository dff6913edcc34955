import type { Context } from '../context.ts';
import { linkLifeMs } from '../emails/tokenMail.ts';
import { firstKey } from '../eventStore.ts';
import { endBin, endFormers } from '../history/bin.ts';
import { attempt } from '../problems.ts';

/** @param until what has ended by then, milliseconds since the Unix epoch */
export async function removeExpired(context: Context, until: number): Promise<void> {
  const { sessionStore, limiter, events, policy, bounds, onProblem } = context;
  const step = (where: string, work: () => Promise<unknown>) => attempt(onProblem, where, work);
  await step('former e-mail addresses', () => dropOldEmails(context, until));
  await step('expired tokens', () => sessionStore.deleteExpired(until));
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
