import { folderOf } from '../algorithm.ts';
import type { AlgoSide } from '../algos/algoSearch.ts';
import { atAnyVersion } from '../algos/erasure.ts';
import { audit } from '../audit.ts';
import type { AuthenticatedCaller } from '../caller.ts';
import type { AccountsContext } from '../context.ts';
import { deleteToBin } from '../history/deleteToBin.ts';
import { nextTurn } from '../turns.ts';

const SIDES = ['owned', 'shared'] as const;

/** Whether the user keeps an algorithm in the folder. */
export async function hasAlgos(
  { algos, bounds }: AccountsContext,
  userId: number,
  dossierId: number,
): Promise<boolean> {
  for (const side of SIDES) {
    if ((await algos.idsWhere({ userId, side, where: { dossierId }, limit: bounds.batch })).length > 0) return true;
  }
  return false;
}

/**
 * Takes everything out of the folders of the caller, in batches: what others share goes to the top, what the caller owns goes to the bin.
 */
export async function clearFolders(
  context: AccountsContext,
  caller: AuthenticatedCaller,
  folders: readonly number[],
): Promise<void> {
  for (const dossierId of folders) {
    for (const side of SIDES) await clearSide(context, caller, { side, dossierId });
  }
}

interface Side {
  readonly side: AlgoSide;
  readonly dossierId: number;
}

async function clearSide(
  context: AccountsContext,
  caller: AuthenticatedCaller,
  { side, dossierId }: Side,
): Promise<void> {
  const userId = caller.user.id;
  const query = { userId, side, where: { dossierId }, limit: context.bounds.batch };
  for (;;) {
    const ids = await context.algos.idsWhere(query);
    for (const id of ids) {
      await nextTurn();
      if (side === 'owned') await deleteOwn(context, caller, { id, dossierId });
      else await context.algos.place(id, userId, null);
    }
    if (ids.length < query.limit) return;
  }
}

/** Unless the caller has moved it elsewhere meanwhile. */
async function deleteOwn(
  context: AccountsContext,
  caller: AuthenticatedCaller,
  { id, dossierId }: { readonly id: number; readonly dossierId: number },
): Promise<void> {
  const algo = await context.algos.findById(id, caller.user.id);
  if (algo === null || folderOf(algo, caller.user.id) !== dossierId) return;
  await atAnyVersion(context, algo, (load) => deleteToBin(context, algo, load));
  audit(context, 'algo.deleted', caller, { targetId: id });
}
