import { noFolders } from '../../../../src/index.ts';
import { memoryFolderRepository } from '../../../../testkit/memory/index.ts';
import { absentIfDamaged, onData, tick } from './broken.ts';

const folders = onData(memoryFolderRepository);

/** Of a column of text. */
const MOST_CHARACTERS = 65_536;

export const brokenFolders = [
  folders('takes a damaged tree for an absent one', 'reports a damaged tree', (port) => ({
    find: (ownerId) => absentIfDamaged(port.find(ownerId), noFolders(ownerId)),
  })),
  folders('serves a tree that was never written', 'reports a tree with two folders in each other', (_port, data) => ({
    find: async (ownerId) => structuredClone(data.folders.get(ownerId) ?? noFolders(ownerId)),
  })),
  folders('compares a version that it read before', 'lets one of 30 racing changes succeed', (port, data) => ({
    async compareAndSet(ownerId, version, state) {
      const tree = await port.find(ownerId);
      await tick();
      if (tree.version !== version) return null;
      const next = { ownerId, version: version + 1, ...state };
      data.folders.set(ownerId, next);
      return next;
    },
  })),
  folders('replaces a tree where it must make one', 'changes nothing if the version differs', (port, data) => ({
    async compareAndSet(ownerId, version, state) {
      if (version === 0) data.folders.delete(ownerId);
      return port.compareAndSet(ownerId, version, state);
    },
  })),
  folders('makes a tree where it must change one', 'deletes the folders of one owner only', (port, data) => ({
    compareAndSet: (ownerId, version, state) =>
      port.compareAndSet(ownerId, data.folders.has(ownerId) ? version : 0, state),
  })),
  folders('resolves to the version before', 'version by version', (port) => ({
    async compareAndSet(ownerId, version, state) {
      const tree = await port.compareAndSet(ownerId, version, state);
      return tree && { ...tree, version };
    },
  })),
  folders('treats an empty name as absent', 'keeps every value exactly', (port) => ({
    compareAndSet: (ownerId, version, { lastId, folders: all }) =>
      port.compareAndSet(ownerId, version, { lastId, folders: all.map((one) => ({ ...one, nom: one.nom || 'x' })) }),
  })),
  folders('cuts a tree after 64 KiB', 'a thousand folders', (port) => ({
    async find(ownerId) {
      const tree = await port.find(ownerId);
      return JSON.stringify(tree).length > MOST_CHARACTERS ? { ...tree, folders: [] } : tree;
    },
  })),
];
