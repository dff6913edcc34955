import type { Context } from '../context.ts';
import { attempt } from '../problems.ts';
import { nextTurn } from '../work.ts';
import type { Session } from './sessionStore.ts';

/**
 * Keeps the bound of sessions. Each of several logins at once does it after its own session is stored; what a crash leaves undone, the next
 * login does.
 */
export async function endIdlest(
  { sessionStore, policy, onProblem, background }: Context,
  { digest, userId, dateCreation }: Session,
): Promise<void> {
  const rest = { except: digest, keep: policy.sessionsPerUser - 1, now: dateCreation };
  const work = () => sessionStore.deleteIdlest(userId, rest);
  if (background.isFull) await attempt(onProblem, IDLEST, work);
  else background.start(IDLEST, () => nextTurn().then(work)); // the answer leaves in this turn
}

const IDLEST = 'end of the sessions that were idle longest';
