import * as v from 'valibot';
import { expectedVersion } from '../algos/expectedVersion.ts';
import { invalidData } from '../errors.ts';
import { fields, inputs } from '../inputs/input.ts';
import { folderName } from '../inputs/name.ts';
import { id, idInput } from '../inputs/number.ts';
import { violation } from '../inputs/violation.ts';
import { operation } from '../operation.ts';
import { Responses } from '../responses.ts';
import { folderView, VersionedFolderOutput } from './folderViews.ts';
import { folderIn, requireTreeVersion, withChanges } from './treeChanges.ts';

/**
 * What to change of a folder: what is absent stays. A `parentId` of null moves it to the top. `id` must be that of the folder, or absent.
 */
const FolderPatchDTO = v.object({
  id: v.optional(id),
  nom: v.optional(folderName),
  parentId: v.optional(v.nullable(id)),
});

/** Renames a folder of the caller, moves it with all that is in it, or both in one commit. Without a change it commits nothing. */
export const updateFolder = operation({
  summary: 'Rename or move a folder: what is absent stays',
  caller: 'authenticated',
  /** `ifVersion`: commit only if the version of the tree is one of these. */
  input: inputs({ id: idInput, ifVersion: expectedVersion('ifVersion'), changes: fields(FolderPatchDTO) }),
  output: VersionedFolderOutput,
  failures: [
    Responses.Folder.Not_found, // the folder or the parent
    Responses.Folder.Conflict,
    Responses.Folder.Cycle,
    Responses.Folder.Too_deep,
    Responses.Folder.Name_taken,
    Responses.Folder.Quota_exceeded, // data: `{ used, limit }`; the names of all folders are too long together
  ],
  async run({ id, ifVersion, changes }, caller, { trees, policy }) {
    if (changes.id !== undefined && changes.id !== id) throw invalidData(violation('/id', 'mismatch'));
    const { nom, parentId } = changes;
    const place = { ...(nom !== undefined && { nom }), ...(parentId !== undefined && { parentId }) };
    const { folder, version } = await trees.change(caller.user.id, (tree) => {
      folderIn(tree, id);
      requireTreeVersion(tree, ifVersion);
      return withChanges(tree, { id, ...place }, policy.folders);
    });
    return { folder: folderView(folder), version };
  },
});
