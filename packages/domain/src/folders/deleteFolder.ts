import * as v from 'valibot';
import { expectedVersion } from '../algos/expectedVersion.ts';
import { fields, inputs } from '../inputs/input.ts';
import { idInput } from '../inputs/number.ts';
import { rule } from '../inputs/text.ts';
import { operation } from '../operation.ts';
import { Responses } from '../responses.ts';
import { folderIn, withoutFolder } from './treeChanges.ts';
import { requireTreeVersion } from './treeVersion.ts';

/** Whether what is in the folder is deleted too. Default: false. */
const FolderDeletionDTO = v.object({ recursive: v.optional(v.boolean(rule('type'))) });

/** Deletes a folder of the caller. */
export const deleteFolder = operation({
  summary: 'Delete a folder; with `recursive=true` all that is in it too',
  caller: 'authenticated',
  /** `ifVersion`: commit only if the version of the tree is one of these. */
  input: inputs({
    id: idInput,
    ifVersion: expectedVersion('ifVersion'),
    which: { ...fields(FolderDeletionDTO), schema: v.optional(FolderDeletionDTO, {}) },
  }),
  output: v.object({ version: v.number() }),
  failures: [Responses.Folder.Not_found, Responses.Folder.Conflict, Responses.Folder.Not_empty],
  needs: ['trees'],
  async run({ id, ifVersion, which }, caller, { trees }) {
    const { version } = await trees.change(caller.user.id, (tree) => {
      folderIn(tree, id);
      requireTreeVersion(tree, ifVersion);
      return { state: withoutFolder(tree, id, which.recursive === true) };
    });
    return { version };
  },
});
