import { operation } from '../operation.ts';
import { folderView, VersionedTreeOutput } from './folderViews.ts';

/** Lists the folders of the caller, at most as many as one user may have, so in one answer. */
export const listFolders = operation({
  summary: 'List all own folders',
  caller: 'authenticated',
  input: null,
  output: VersionedTreeOutput,
  failures: [],
  needs: ['folders'],
  async run(_input, caller, { folders }) {
    const { folders: all, version } = await folders.find(caller.user.id);
    return { tree: { dossiers: all.map(folderView) }, version };
  },
});
