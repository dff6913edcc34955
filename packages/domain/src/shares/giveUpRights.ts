import type { AlgoRow, Algorithm } from '../algorithm.ts';
import { audit } from '../audit.ts';
import type { AuthenticatedCaller } from '../caller.ts';
import type { AccountsContext } from '../context.ts';
import { nextTurn } from '../work.ts';
import { commitShares } from './commitShares.ts';
import { withoutUsers } from './grantees.ts';

/** How many records are read at once, and their bytes, as for lists. */
const PAGE = { limit: 50, maxBytes: 262_144 };

const WHERE = 'algorithms of an owner that a user leaves';

/** Removes the caller's rights on all algorithms of an owner, each in a commit of its own. @returns on how many there was one */
export async function giveUpRights(
  context: AccountsContext,
  ownerId: number,
  caller: AuthenticatedCaller,
): Promise<number> {
  let left = 0;
  for (let after: number | null = 0; after !== null; await nextTurn()) {
    const query = { by: ownerId, seenBy: caller.user.id, after, ...PAGE };
    const page = await context.algos.listAccessible(query, (damage) => context.onProblem(damage, WHERE));
    for (const row of page.algos.filter((one) => one.ownerId === ownerId)) {
      await nextTurn();
      if (!(await giveUp(context, row, caller.user.id))) continue;
      left += 1;
      audit(context, 'algo.left', caller, { targetId: row.id });
    }
    after = page.next;
  }
  return left;
}

/** False when the right, or the record, is gone already. */
async function giveUp(context: AccountsContext, { id }: Pick<AlgoRow, 'id'>, userId: number): Promise<boolean> {
  const algo = await context.algos.findById(id, userId);
  const changesOf = (current: Algorithm) => withoutUsers(current, new Set([userId]));
  return algo !== null && (await commitShares(context, algo, { changesOf })) !== null;
}
