import { operation } from '../operation.ts';
import { folderView, VersionedTreeOutput } from './folderViews.ts';

/**
 * Lists the folders of the caller, at most as many as one user may have, so in one answer. An algorithm whose folder is not there counts at
 * the top.
 */
export const listFolders = operation({
  summary: 'List all own folders, with the number of algorithms in each',
  caller: 'authenticated',
  input: null,
  output: VersionedTreeOutput,
  failures: [],
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
