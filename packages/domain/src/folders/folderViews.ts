import * as v from 'valibot';
import type { Folder } from './folderTree.ts';

/** A folder as its owner sees it; `parentId` is null at the top. */
export const FolderOutput = v.object({ id: v.number(), nom: v.string(), parentId: v.nullable(v.number()) });
export type FolderView = Readonly<v.InferOutput<typeof FolderOutput>>;

/** A folder, and the version of the tree that it is in. */
export const VersionedFolderOutput = v.object({ folder: FolderOutput, version: v.number() });

/** The same with the number of algorithms that its owner keeps in it, without those in the folders below. */
const CountedFolderOutput = v.object({ ...FolderOutput.entries, algos: v.number() });
type CountedFolder = Readonly<v.InferOutput<typeof CountedFolderOutput>>;
const FoldersOutput: v.GenericSchema<readonly CountedFolder[]> = v.array(CountedFolderOutput);

/** All folders of the requester by ascending id, the number of algorithms at the top, and the version of the tree. */
export const VersionedTreeOutput = v.object({
  tree: v.object({ algos: v.number(), dossiers: FoldersOutput }),
  version: v.number(),
});

export const folderView = ({ id, nom, parentId }: Folder): FolderView => ({ id, nom, parentId });
