import * as v from 'valibot';
import { expectedVersion, fields, id, idInput, inputs } from '../input.ts';
import { folderName } from '../nameInput.ts';
import { listOf, operation } from '../operation.ts';
import { invalidData, Responses } from '../responses.ts';
import { violation } from '../violation.ts';
import type { Folder } from './folderTree.ts';
import { folderIn, requireTreeVersion, withChangedFolder, withFolder } from './treeChanges.ts';

const FolderOutput = v.object({ id: v.number(), nom: v.string(), parentId: v.nullable(v.number()) });

const VersionedFolderOutput = v.object({ folder: FolderOutput, version: v.number() });

/** The same with the number of algorithms that its owner keeps in it, without those in the folders below. */
const CountedFolderOutput = v.object({ ...FolderOutput.entries, algos: v.number() });

const VersionedTreeOutput = v.object({
  tree: v.object({ algos: v.number(), dossiers: listOf(CountedFolderOutput) }),
  version: v.number(),
});

const folderView = ({ id, nom, parentId }: Folder) => ({ id, nom, parentId });

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

/** What is absent stays. A `parentId` of null moves the folder to the top. `id` must be that of the folder, or absent. */
const FolderPatchDTO = v.object({
  id: v.optional(id),
  nom: v.optional(folderName),
  parentId: v.optional(v.nullable(id)),
});

/** Renames a folder of the caller, moves it with all that is in it, or both in one commit. Without a change it commits nothing. */
export const updateFolder = operation({
  summary: 'Rename or move a folder: what is absent stays',
  caller: 'authenticated',
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
      return withChangedFolder(tree, { id, ...place }, policy.folders);
    });
    return { folder: folderView(folder), version };
  },
});

/** Lists all folders of the caller in one answer. An algorithm whose folder is not there counts at the top. */
export const listFolders = operation({
  summary: 'List all own folders, with the number of algorithms in each',
  caller: 'authenticated',
  output: VersionedTreeOutput,
  async run(_input, caller, { folders, algos }) {
    const [{ folders: all, version }, counts] = await Promise.all([
      folders.find(caller.user.id),
      algos.countByFolder(caller.user.id),
    ]);
    const dossiers = all.map((folder) => ({ ...folderView(folder), algos: counts.get(folder.id) ?? 0 }));
    const everywhere = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const inFolders = dossiers.reduce((sum, folder) => sum + folder.algos, 0);
    return { tree: { algos: everywhere - inFolders, dossiers }, version };
  },
});
