import * as v from 'valibot';
import { folderOf } from '../algorithm.ts';
import type { AlgoSide } from '../algos/algoSearch.ts';
import { atAnyVersion } from '../algos/erasure.ts';
import { audit } from '../audit.ts';
import type { AuthenticatedCaller } from '../caller.ts';
import type { AccountsContext } from '../context.ts';
import { deleteToBin } from '../history/bin.ts';
import { expectedVersion, idInput, inputs, optionalFields, type } from '../input.ts';
import { operation } from '../operation.ts';
import { DomainError, Responses } from '../responses.ts';
import { nextTurn } from '../work.ts';
import { foldersBelow, requireTreeVersion, withoutFolder } from './treeChanges.ts';

/**
 * Deletes a folder of the caller. It is emptied, then it leaves the tree, and what came into it meanwhile goes to the top. After a crash
 * the same deletion finishes the work.
 */
export const deleteFolder = operation({
  summary: 'Delete a folder; with `recursive=true` the folders in it too, and the own algorithms go to the bin',
  caller: 'authenticated',
  /** `ifVersion`: begin only if the version of the tree is one of these. */
  input: inputs({
    id: idInput,
    ifVersion: expectedVersion('ifVersion'),
    which: optionalFields({ recursive: v.optional(v.boolean(type)) }),
  }),
  output: v.object({ version: v.number() }),
  failures: [Responses.Folder.Not_found, Responses.Folder.Conflict, Responses.Folder.Not_empty],
  async run({ id, ifVersion, which }, caller, context) {
    const isRecursive = which.recursive === true;
    const userId = caller.user.id;
    const toTop: Leave = (algo) => context.algos.place(algo, userId, null);
    const toBin: Leave = (algo, dossierId) => deleteOwn(context, caller, { id: algo, dossierId });
    const tree = await context.folders.find(userId);
    const ids = foldersBelow(tree, id);
    requireTreeVersion(tree, ifVersion);
    if (isRecursive) await empty(context, userId, ids, { owned: toBin, shared: toTop });
    else if (await hasAlgos(context, userId, id)) throw new DomainError(Responses.Folder.Not_empty);
    const gone = await context.trees.change(userId, (now) => {
      const change = withoutFolder(now, id);
      if (isRecursive) return change; // the work has begun
      requireTreeVersion(now, ifVersion);
      if (change.ids.length > 1) throw new DomainError(Responses.Folder.Not_empty);
      return change;
    });
    await empty(context, userId, gone.ids, { owned: toTop, shared: toTop });
    return { version: gone.version };
  },
});

const SIDES = ['owned', 'shared'] as const;

async function hasAlgos({ algos, bounds }: AccountsContext, userId: number, dossierId: number): Promise<boolean> {
  for (const side of SIDES) {
    if ((await algos.idsWhere({ userId, side, where: { dossierId }, limit: bounds.batch })).length > 0) return true;
  }
  return false;
}

/** Takes an algorithm out of a folder. */
type Leave = (id: number, dossierId: number) => Promise<unknown>;

/** In batches. */
async function empty(
  { algos, bounds }: AccountsContext,
  userId: number,
  folders: readonly number[],
  leave: Readonly<Record<AlgoSide, Leave>>,
): Promise<void> {
  for (const dossierId of folders) {
    for (const side of SIDES) {
      const query = { userId, side, where: { dossierId }, limit: bounds.batch };
      let ids: readonly number[];
      do {
        await nextTurn();
        ids = await algos.idsWhere(query);
        for (const id of ids) {
          await nextTurn();
          await leave[side](id, dossierId);
        }
      } while (ids.length === query.limit);
    }
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
  const committed = () => audit(context, 'algo.deleted', caller, { targetId: id });
  await atAnyVersion(context.algos, algo, (load) => deleteToBin(context, algo, { load, committed }));
}
