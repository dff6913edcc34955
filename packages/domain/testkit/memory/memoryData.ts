import type { Algorithm, Folder, Session, User } from '@algotheque/domain';

export type IdKind = 'user' | 'algo' | 'folder';

export interface UserRow {
  readonly user: User;
  readonly deleted: boolean;
}

/** The data of repositories in memory. Repositories on the same object share it, like processes on one database. */
export class MemoryData {
  readonly users = new Map<number, UserRow>();
  readonly algos = new Map<number, Algorithm>();
  readonly folders = new Map<number, Folder>();
  /** By digest. */
  readonly tokens = new Map<string, Session>();
  /** Dates by user id, milliseconds since the Unix epoch. */
  readonly deletions = new Map<number, number>();
  readonly lastIds = new Map<IdKind, number>();
  /** The import that is under way, as `PortableStore.beginImport` named it. */
  importSource: string | null = null;

  nextId(kind: IdKind): number {
    const id = (this.lastIds.get(kind) ?? 0) + 1;
    this.lastIds.set(kind, id);
    return id;
  }

  /** Everything that is held, as JSON. */
  dump(): string {
    const { users, algos, folders, tokens, deletions, lastIds } = this;
    return JSON.stringify([users, algos, folders, tokens, deletions, lastIds].map((table) => [...table]));
  }
}

/** Values by ascending id; copies, as a database gives them. */
export function byId<Row extends { readonly id: number }>(rows: Iterable<Row>): Row[] {
  return structuredClone([...rows].sort((one, other) => one.id - other.id));
}
