import * as v from 'valibot';
import { expectedVersion } from '../algos/expectedVersion.ts';
import { fields, inputs } from '../inputs/input.ts';
import { folderName } from '../inputs/name.ts';
import { id } from '../inputs/number.ts';
import { operation } from '../operation.ts';
import { Responses } from '../responses.ts';
import { folderView, VersionedFolderOutput } from './folderViews.ts';
import { requireTreeVersion, withFolder } from './treeChanges.ts';

/** A new folder: `nom` of 1 to 255 code points. `parentId`: the folder that it lies in; null or absent at the top. */
const FolderCreateDTO = v.object({ nom: folderName, parentId: v.optional(v.nullable(id)) });

/** Makes a folder in the tree of the caller. */
export const createFolder = operation({
  summary: 'Make a folder',
  caller: 'authenticated',
  /** `ifVersion`: commit only if the version of the tree is one of these. */
  input: inputs({ ifVersion: expectedVersion('ifVersion'), folder: fields(FolderCreateDTO) }),
  output: VersionedFolderOutput,
  failures: [
    Responses.Folder.Conflict,
    Responses.Folder.Not_found, // the parent
    Responses.Folder.Quota_exceeded, // data: `{ used, limit }`
    Responses.Folder.Too_deep,
    Responses.Folder.Name_taken,
  ],
  async run({ ifVersion, folder: { nom, parentId = null } }, caller, { trees, policy }) {
    const { folder, version } = await trees.change(caller.user.id, (tree) => {
      requireTreeVersion(tree, ifVersion);
      return withFolder(tree, { nom, parentId }, policy.folders);
    });
    return { folder: folderView(folder), version };
  },
});
