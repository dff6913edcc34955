import * as v from 'valibot';
import { folderOf } from '../algorithm.ts';
import type { AlgoSide } from '../algos/algoSearch.ts';
import { atAnyVersion } from '../algos/erasure.ts';
import { audit } from '../audit.ts';
import type { AuthenticatedCaller } from '../caller.ts';
import type { AccountsContext, Context } from '../context.ts';
import { deleteToBin } from '../history/bin.ts';
import { type ExpectedVersion, expectedVersion, fields, idInput, inputs } from '../input.ts';
import { operation } from '../operation.ts';
import { DomainError, Responses, UnavailableError } from '../responses.ts';
import { rule } from '../textInput.ts';
import { nextTurn } from '../work.ts';
import type { FolderTree } from './folderTree.ts';
import { folderIn, requireTreeVersion, withMark, withoutFolder, withoutMark } from './treeChanges.ts';

const FolderDeletionDTO = v.object({ recursive: v.optional(v.boolean(rule('type'))) });

/**
 * Deletes a folder of the caller. It is marked first, so that nothing comes into it; then emptied; then it leaves the tree. After a crash
 * the same deletion finishes the work.
 */
export const deleteFolder = operation({
  summary: 'Delete a folder; with `recursive=true` the folders in it too, and the own algorithms go to the bin',
  caller: 'authenticated',
  /** `ifVersion`: begin only if the version of the tree is one of these. */
  input: inputs({
    id: idInput,
    ifVersion: expectedVersion('ifVersion'),
    which: { ...fields(FolderDeletionDTO), schema: v.optional(FolderDeletionDTO, {}) },
  }),
  output: v.object({ version: v.number() }),
  failures: [Responses.Folder.Not_found, Responses.Folder.Conflict, Responses.Folder.Not_empty],
  async run({ id, ifVersion, which }, caller, context) {
    const { trees, bounds } = context;
    const isRecursive = which.recursive === true;
    const userId = caller.user.id;
    const begin = (tree: FolderTree, expected: ExpectedVersion | undefined) => {
      folderIn(tree, id);
      requireTreeVersion(tree, expected);
      return withMark(tree, id);
    };
    // What is refused leaves the version as it is.
    if (!isRecursive) await requireEmpty(context, userId, begin(await context.folders.find(userId), ifVersion).ids);
    for (let tries = 1; tries <= bounds.commitTries; tries += 1) {
      const { ids } = await trees.change(userId, (tree) => begin(tree, tries === 1 ? ifVersion : undefined));
      if (isRecursive) await clearFolders(context, caller, ids);
      else await requireEmpty(context, userId, ids);
      const { version, isGone } = await trees.change(userId, (tree) => withoutFolder(tree, id));
      if (isGone) return { version };
    }
    throw new UnavailableError({ reason: 'other requests kept the folder' });
  },
});

/**
 * Takes the mark away from a folder that is not empty.
 * @param ids the folder and those below it
 * @throws DomainError Folder.Not_empty
 */
async function requireEmpty(context: Context, userId: number, ids: readonly number[]): Promise<void> {
  const [id = 0, ...others] = ids;
  if (others.length === 0 && !(await hasAlgos(context, userId, id))) return;
  await context.trees.change(userId, (tree) => withoutMark(tree, id));
  throw new DomainError(Responses.Folder.Not_empty);
}

const SIDES = ['owned', 'shared'] as const;

async function hasAlgos({ algos, bounds }: AccountsContext, userId: number, dossierId: number): Promise<boolean> {
  for (const side of SIDES) {
    if ((await algos.idsWhere({ userId, side, where: { dossierId }, limit: bounds.batch })).length > 0) return true;
  }
  return false;
}

/** In batches: what others share goes to the top, what the caller owns goes to the bin. */
async function clearFolders(
  context: AccountsContext,
  caller: AuthenticatedCaller,
  folders: readonly number[],
): Promise<void> {
  for (const dossierId of folders) {
    for (const side of SIDES) await clearSide(context, caller, { side, dossierId });
  }
}

async function clearSide(
  context: AccountsContext,
  caller: AuthenticatedCaller,
  { side, dossierId }: { readonly side: AlgoSide; readonly dossierId: number },
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
  await atAnyVersion(context.algos, algo, (load) => deleteToBin(context, algo, load));
  audit(context, 'algo.deleted', caller, { targetId: id });
}
