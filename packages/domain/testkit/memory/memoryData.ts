import type { Algorithm, DamagedRecord, Folder, Session, User } from '@algotheque/domain';
import { DamagedError } from '@algotheque/domain';

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
  readonly sessions = new Map<string, Session>();
  /** Dates by user id, milliseconds since the Unix epoch. */
  readonly deletions = new Map<number, number>();
  readonly lastIds = new Map<IdKind, number>();
  /** The import that is under way, as `PortableStore.beginImport` named it. */
  importSource: string | null = null;

  /** Damage by place and id. */
  readonly #damage = new Map<string, DamagedError>();

  /** From here on the record under this key can be found and removed, but not read: errors name it as `record`. */
  damage(record: DamagedRecord, key: string | number = record.id): void {
    this.#damage.set(keyOf(record.place, key), new DamagedError(record));
  }

  damageOf(place: string, id: string | number): DamagedError | undefined {
    return this.#damage.get(keyOf(place, id));
  }

  /** A copy of the record, as a database gives it. @throws DamagedError */
  read<Row>(place: string, id: string | number, row: Row): Row {
    const damage = this.damageOf(place, id);
    if (damage !== undefined) throw damage;
    return structuredClone(row);
  }

  /** The record was removed. */
  removed(place: string, id: string | number): void {
    this.#damage.delete(keyOf(place, id));
  }

  nextId(kind: IdKind): number {
    const id = (this.lastIds.get(kind) ?? 0) + 1;
    this.lastIds.set(kind, id);
    return id;
  }

  /** Everything that is held, as JSON. */
  dump(): string {
    const { users, algos, folders, sessions, deletions, lastIds } = this;
    return JSON.stringify([users, algos, folders, sessions, deletions, lastIds].map((table) => [...table]));
  }
}

const keyOf = (place: string, id: string | number): string => `${place}/${id}`;

/** Values by ascending id; copies, as a database gives them. */
export function byId<Row extends { readonly id: number }>(rows: Iterable<Row>): Row[] {
  return structuredClone([...rows].sort((one, other) => one.id - other.id));
}
