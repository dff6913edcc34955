import { accessiblePages } from '../accessiblePages.ts';
import type { AlgoRow, Algorithm } from '../algorithm.ts';
import { audit } from '../audit.ts';
import type { AuthenticatedCaller } from '../caller.ts';
import type { AccountsContext } from '../context.ts';
import { nextTurn } from '../work.ts';
import { commitShares } from './commitShares.ts';
import { withoutUsers } from './grantees.ts';

/** Removes the caller's rights on all algorithms of an owner, each in a commit of its own. @returns on how many there was one */
export async function giveUpRights(
  context: AccountsContext,
  ownerId: number,
  caller: AuthenticatedCaller,
): Promise<number> {
  let left = 0;
  const whose = { by: ownerId, seenBy: caller.user.id };
  for await (const page of accessiblePages(context, whose, 'algorithms of an owner that a user leaves')) {
    for (const row of page.filter((one) => one.ownerId === ownerId)) {
      await nextTurn();
      if (!(await giveUp(context, row, caller.user.id))) continue;
      left += 1;
      audit(context, 'algo.left', caller, { targetId: row.id });
    }
  }
  return left;
}

/** False when the right, or the record, is gone already. */
async function giveUp(context: AccountsContext, { id }: Pick<AlgoRow, 'id'>, userId: number): Promise<boolean> {
  const algo = await context.algos.findById(id, userId);
  const changesOf = (current: Algorithm) => withoutUsers(current, new Set([userId]));
  return algo !== null && (await commitShares(context, algo, changesOf)) !== null;
}
