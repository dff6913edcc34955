import type { Bounds } from '../bounds.ts';
import type { UserRepository } from '../ports.ts';
import { DomainError, Responses, UnavailableError } from '../responses.ts';
import { BoundedCache, KeyedLock } from '../work.ts';
import type { FolderRepository, FolderTree, FolderTreeState } from './folderTree.ts';

/** The changes of one owner take turns. */
export class FolderTrees {
  readonly #folders: FolderRepository;
  readonly #users: UserRepository;
  readonly #commitTries: number;
  /** By owner. */
  readonly #lock = new KeyedLock();

  constructor(folders: FolderRepository, users: UserRepository, { commitTries }: Bounds) {
    this.#folders = folders;
    this.#users = users;
    this.#commitTries = commitTries;
  }

  async has(ownerId: number, id: number): Promise<boolean> {
    const { folders } = await this.#folders.find(ownerId);
    return folders.some((folder) => folder.id === id);
  }

  /** @throws DomainError Folder.Not_found */
  async require(ownerId: number, id: number): Promise<void> {
    if (!(await this.has(ownerId, id))) throw new DomainError(Responses.Folder.Not_found);
  }

  /**
   * Commits what `nextOf` makes of the tree, and asks it again when another server commits first.
   * @throws UnavailableError when other servers were faster each time; DomainError of `nextOf`, or General.Unauthorized when the owner was
   * deleted meanwhile
   */
  change<Change extends { readonly state: FolderTreeState | null }>(
    ownerId: number,
    nextOf: (tree: FolderTree) => Change,
  ): Promise<Change & { readonly version: number }> {
    return this.#lock.run(ownerId, async () => {
      for (let tries = 1; tries <= this.#commitTries; tries += 1) {
        const tree = await this.#folders.find(ownerId);
        const next = nextOf(tree);
        if (next.state === null) return { ...next, version: tree.version };
        const saved = await this.#folders.compareAndSet(ownerId, tree.version, next.state);
        if (saved === null) continue;
        await this.#undoIfOwnerIsGone(ownerId);
        return { ...next, version: saved.version };
      }
      throw new UnavailableError({ reason: 'other servers changed the folders' });
    });
  }

  /** A deletion of the owner that ran meanwhile has removed the tree before, perhaps, and it was made anew. */
  async #undoIfOwnerIsGone(ownerId: number): Promise<void> {
    if ((await this.#users.findById(ownerId)) !== null) return;
    await this.#folders.deleteByOwner(ownerId);
    throw new DomainError(Responses.General.Unauthorized);
  }
}

/** What the engine keeps of a folder beside its name, rounded up. */
const FOLDER_BYTES = 100;

const costOf = ({ folders }: FolderTree): number =>
  folders.reduce((sum, { nom }) => sum + FOLDER_BYTES + 2 * nom.length, FOLDER_BYTES);

/** Reads a tree only if another version than the known one is there: each read of an algorithm in a folder needs its tree. */
export function withKnownTrees(folders: FolderRepository, maxBytes: number): FolderRepository {
  const known = new BoundedCache<number, FolderTree>(maxBytes, costOf);
  const keep = (tree: FolderTree): void =>
    tree.version === 0 ? known.delete(tree.ownerId) : known.put(tree.ownerId, tree);
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
      known.delete(ownerId);
    },
    medium: folders.medium ?? folders,
    health: () => folders.health(),
  };
}
