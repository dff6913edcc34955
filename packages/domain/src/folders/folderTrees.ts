import type { Bounds } from '../bounds.ts';
import { DomainError, UnavailableError } from '../errors.ts';
import { KeyedLock } from '../keyedLock.ts';
import type { Ports } from '../ports.ts';
import { Responses } from '../responses.ts';
import type { FolderTree, FolderTreeState } from './folderTree.ts';
import { isOpenFolder } from './treeChanges.ts';

/** What follows from a tree: null as `state` if nothing changes. */
interface Next {
  readonly state: FolderTreeState | null;
}

/** A change, and the version of the tree with it. */
export type Committed<Change> = Change & { readonly version: number };

/** Reads and changes the trees of folders. The changes of one owner take turns in the order in which they came. */
export class FolderTrees {
  readonly #ports: Pick<Ports, 'folders' | 'users'>;
  readonly #commitTries: number;
  /** By owner. */
  readonly #lock = new KeyedLock();

  constructor(ports: Pick<Ports, 'folders' | 'users'>, { commitTries }: Pick<Bounds, 'commitTries'>) {
    this.#ports = ports;
    this.#commitTries = commitTries;
  }

  /** Whether something can come into the folder; null is the top, which is always open and needs no read. */
  async isOpen(ownerId: number, id: number | null): Promise<boolean> {
    return id === null || isOpenFolder(await this.#ports.folders.find(ownerId), id);
  }

  /**
   * Commits what `nextOf` makes of the tree. When another server commits first, asks it again with the tree that is there then.
   * @throws UnavailableError when other servers were faster each time; DomainError of `nextOf`, or General.Unauthorized when the owner was
   *   deleted meanwhile
   */
  change<Change extends Next>(ownerId: number, nextOf: (tree: FolderTree) => Change): Promise<Committed<Change>> {
    const { folders } = this.#ports;
    return this.#lock.run(ownerId, async () => {
      for (let tries = 1; tries <= this.#commitTries; tries += 1) {
        const tree = await folders.find(ownerId);
        const next = nextOf(tree);
        if (next.state === null) return { ...next, version: tree.version };
        const saved = await folders.compareAndSet(ownerId, tree.version, next.state);
        if (saved === null) continue;
        await this.#undoIfOwnerIsGone(ownerId);
        return { ...next, version: saved.version };
      }
      throw new UnavailableError({ reason: 'other servers changed the folders' });
    });
  }

  /** A deletion of the owner that ran meanwhile has removed the tree before, perhaps, and it was made anew. */
  async #undoIfOwnerIsGone(ownerId: number): Promise<void> {
    if ((await this.#ports.users.findById(ownerId)) !== null) return;
    await this.#ports.folders.deleteByOwner(ownerId);
    throw new DomainError(Responses.General.Unauthorized);
  }
}
