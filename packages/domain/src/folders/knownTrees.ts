import type { FolderRepository } from './folderRepository.ts';
import type { FolderTree } from './folderTree.ts';

/** What the engine keeps of a folder beside its name, rounded up. */
const FOLDER_BYTES = 100;

const costOf = ({ folders }: FolderTree): number =>
  folders.reduce((sum, { nom }) => sum + FOLDER_BYTES + 2 * nom.length, FOLDER_BYTES);

/**
 * The same store. It reads a tree that was read or written recently only if another version is there: each read of an algorithm in a folder
 * needs its tree.
 */
export function withKnownTrees(folders: FolderRepository, maxBytes: number): FolderRepository {
  /** By owner, by last use, the latest last. */
  const known = new Map<number, FolderTree>();
  let bytes = 0;
  const forget = (ownerId: number): void => {
    const tree = known.get(ownerId);
    if (tree === undefined) return;
    known.delete(ownerId);
    bytes -= costOf(tree);
  };
  const keep = (tree: FolderTree): void => {
    forget(tree.ownerId);
    if (tree.version === 0) return;
    known.set(tree.ownerId, tree);
    bytes += costOf(tree);
    for (const oldest of known.keys()) {
      if (bytes <= maxBytes) return;
      forget(oldest);
    }
  };
  return {
    async find(ownerId) {
      const tree = await folders.find(ownerId, known.get(ownerId));
      keep(tree);
      return tree;
    },
    async compareAndSet(ownerId, version, state) {
      const tree = await folders.compareAndSet(ownerId, version, state);
      if (tree !== null) keep(tree);
      return tree;
    },
    async deleteByOwner(ownerId) {
      await folders.deleteByOwner(ownerId);
      forget(ownerId);
    },
    medium: folders.medium ?? folders,
    health: () => folders.health(),
  };
}
