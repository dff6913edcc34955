import { accessiblePages } from '../accessiblePages.ts';
import type { Algorithm } from '../algorithm.ts';
import type { AccountsContext } from '../context.ts';
import { nullIfDamaged } from '../storeErrors.ts';
import { nextTurn } from '../work.ts';
import { commitShares } from './commitShares.ts';
import { withoutUsers } from './grantees.ts';

interface GivenUp {
  /** Whose rights. */
  readonly userId: number;
  /** On whose algorithms. Default: on those of everybody. */
  readonly ownerId?: number;
  /** Names the work in reports. */
  readonly where: string;
  /** Gets the id of each algorithm on which there was a right. */
  readonly onGivenUp?: (id: number) => void;
}

/**
 * Removes rights of a user, each in a commit of its own. Repeatable. A damaged record is reported, and keeps them. Who gives the user a
 * right meanwhile looks behind the commit whether the user is still there, or refuses it (`withoutUsersGone`).
 */
export async function giveUpRights(context: AccountsContext, given: GivenUp): Promise<void> {
  const { userId, ownerId, where, onGivenUp = () => {} } = given;
  const isMeant = (owner: number): boolean => ownerId === undefined || owner === ownerId;
  for await (const page of accessiblePages(context, { by: ownerId ?? userId, seenBy: userId }, where)) {
    for (const { id } of page.filter((row) => isMeant(row.ownerId))) {
      await nextTurn(); // each may be shared with a thousand people
      const left = await nullIfDamaged(giveUp(context, id, userId), (damage) => context.onProblem(damage, where));
      if (left !== null) onGivenUp(id);
    }
  }
}

/** Null when the right, or the record, is gone already. */
async function giveUp(context: AccountsContext, id: number, userId: number): Promise<Algorithm | null> {
  const algo = await context.algos.findById(id, userId);
  return algo && commitShares(context, algo, (current) => withoutUsers(current, new Set([userId])));
}
