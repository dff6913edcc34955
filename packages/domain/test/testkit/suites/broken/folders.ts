import type { FolderRepository } from '../../../../src/index.ts';
import { memoryFolderRepository } from '../../../../testkit/memory/index.ts';
import type { Fixture } from '../../../../testkit/suites/index.ts';
import { type BrokenVariants, onData } from './broken.ts';

const folders = onData(memoryFolderRepository);

export const brokenFolders: BrokenVariants<Fixture<FolderRepository>> = {
  'stops a list at a damaged folder': {
    fails: 'reports a damaged folder',
    open: folders((port) => ({ listByOwner: (ownerId) => port.listByOwner(ownerId) })),
  },
  'skips a damaged folder without a report': {
    fails: 'reports a damaged folder',
    open: folders((port) => ({ listByOwner: (ownerId) => port.listByOwner(ownerId, () => {}) })),
  },
  'serves a parent that was never written': {
    fails: 'leaves a folder with the parent 0 out',
    open: folders((_port, data) => ({
      listByOwner: async (ownerId) => [...data.folders.values()].filter((folder) => folder.ownerId === ownerId),
    })),
  },
  'gives the highest id again after a deletion': {
    fails: 'never reuses an id',
    open: folders((port, data) => ({
      async deleteByOwner(ownerId) {
        await port.deleteByOwner(ownerId);
        data.lastIds.set('folder', Math.max(0, ...data.folders.keys()));
      },
    })),
  },
  'deletes the folders of all owners': {
    fails: 'deletes the folders of one owner only',
    open: folders((_port, data) => ({ deleteByOwner: async () => data.folders.clear() })),
  },
  'lists the newest first': {
    fails: 'by ascending id',
    open: folders((port) => ({ listByOwner: async (ownerId) => (await port.listByOwner(ownerId)).toReversed() })),
  },
  'treats an empty name as absent': {
    fails: 'keeps every value exactly',
    open: folders((port) => ({ insert: (folder) => port.insert({ ...folder, nom: folder.nom || 'unnamed' }) })),
  },
};
