import * as v from 'valibot';
import { type ExpectedVersion, expectedVersion } from '../algos/expectedVersion.ts';
import type { Context } from '../context.ts';
import { DomainError, UnavailableError } from '../errors.ts';
import { fields, inputs } from '../inputs/input.ts';
import { idInput } from '../inputs/number.ts';
import { rule } from '../inputs/text.ts';
import { operation } from '../operation.ts';
import { Responses } from '../responses.ts';
import { clearFolders, hasAlgos } from './folderAlgos.ts';
import type { FolderTree } from './folderTree.ts';
import { folderIn, requireTreeVersion } from './treeChanges.ts';
import { withMark, withoutFolder, withoutMark } from './treeDeletion.ts';

/** Whether what is in the folder is deleted too. Default: false. */
const FolderDeletionDTO = v.object({ recursive: v.optional(v.boolean(rule('type'))) });

/**
 * Deletes a folder of the caller. The folder is marked first, so that nothing comes into it; then it is looked through and emptied; then it
 * leaves the tree. After a crash the mark is left, and the same deletion finishes the work.
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
