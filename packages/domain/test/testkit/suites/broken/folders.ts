import { type FolderRepository, noFolders } from '../../../../src/index.ts';
import { memoryFolderRepository } from '../../../../testkit/memory/index.ts';
import type { Fixture } from '../../../../testkit/suites/index.ts';
import { absentIfDamaged, type BrokenVariants, onData, tick } from './broken.ts';

const folders = onData(memoryFolderRepository);

export const brokenFolders: BrokenVariants<Fixture<FolderRepository>> = {
  'takes a damaged tree for an absent one': {
    fails: 'reports a damaged tree',
    open: folders((port) => ({ find: (ownerId) => absentIfDamaged(port.find(ownerId), noFolders(ownerId)) })),
  },
  'serves a tree that was never written': {
    fails: 'reports a tree with two folders in each other',
    open: folders((_port, data) => ({
      find: async (ownerId) => structuredClone(data.folders.get(ownerId) ?? noFolders(ownerId)),
    })),
  },
  'compares a version that it read before': {
    fails: 'lets one of 30 racing changes succeed',
    open: folders((port, data) => ({
      async compareAndSet(ownerId, version, state) {
        const tree = await port.find(ownerId);
        await tick();
        if (tree.version !== version) return null;
        const next = { ownerId, version: version + 1, ...state };
        data.folders.set(ownerId, next);
        return next;
      },
    })),
  },
  'replaces a tree where it must make one': {
    fails: 'changes nothing if the version differs',
    open: folders((port, data) => ({
      async compareAndSet(ownerId, version, state) {
        if (version === 0) data.folders.delete(ownerId);
        return port.compareAndSet(ownerId, version, state);
      },
    })),
  },
  'makes a tree where it must change one': {
    fails: 'deletes the folders of one owner only',
    open: folders((port, data) => ({
      compareAndSet: (ownerId, version, state) =>
        port.compareAndSet(ownerId, data.folders.has(ownerId) ? version : 0, state),
    })),
  },
  'resolves to the version before': {
    fails: 'version by version',
    open: folders((port) => ({
      async compareAndSet(ownerId, version, state) {
        const tree = await port.compareAndSet(ownerId, version, state);
        return tree && { ...tree, version };
      },
    })),
  },
  'deletes the folders of all owners': {
    fails: 'deletes the folders of one owner only',
    open: folders((_port, data) => ({ deleteByOwner: async () => data.folders.clear() })),
  },
  'treats an empty name as absent': {
    fails: 'keeps every value exactly',
    open: folders((port) => ({
      compareAndSet: (ownerId, version, { lastId, folders: all }) =>
        port.compareAndSet(ownerId, version, { lastId, folders: all.map((one) => ({ ...one, nom: one.nom || 'x' })) }),
    })),
  },
  'counts ids from the folders that are there': {
    fails: 'version by version',
    open: folders((port) => ({
      compareAndSet: (ownerId, version, { folders: all }) =>
        port.compareAndSet(ownerId, version, { lastId: all.at(-1)?.id ?? 0, folders: all }),
    })),
  },
};
