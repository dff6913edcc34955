import {
  type Algorithm,
  DamagedError,
  type DamagedRecord,
  type DeletedAlgo,
  type DeletionEntry,
  type FolderTree,
  type FormerAlgo,
  impossibleInAlgo,
  impossibleInBin,
  impossibleInDeletion,
  impossibleInEvent,
  impossibleInFolders,
  impossibleInFormer,
  impossibleInMail,
  impossibleInSession,
  impossibleInUser,
  type MailEntry,
  type Session,
  type StoredEvent,
  type User,
} from '@algotheque/domain';
import { copyOf } from './copyOf.ts';

import { MemoryCounts } from './limits/memoryRateLimiter.ts';

export type IdKind = 'user' | 'algo';

export interface UserRow {
  readonly user: User;
  readonly deleted: boolean;
}

/** The data of repositories in memory. Repositories on the same object share it, like processes on one database. */
export class MemoryData {
  readonly users = new Map<number, UserRow>();
  readonly algos = new Map<number, Algorithm>();
  /** By the id of the algorithm. */
  readonly bin = new Map<number, DeletedAlgo>();
  /** By the reference of the content. */
  readonly history = new Map<string, FormerAlgo>();
  /** By owner. */
  readonly folders = new Map<number, FolderTree>();
  /** By digest. */
  readonly sessions = new Map<string, Session>();
  /** Dates by user id, milliseconds since the Unix epoch. */
  readonly deletions = new Map<number, number>();
  readonly mails = new Map<string, MailEntry>();
  /** By key, in the order of their storing. */
  readonly events = new Map<string, StoredEvent>();
  readonly counts = new MemoryCounts();
  /** Of the rounds in the background. */
  lastRound: number | null = null;
  readonly lastIds = new Map<IdKind, number>();
  /** The import that is under way, as `PortableStore.beginImport` named it. */
  importSource: string | null = null;

  /** Damage by place and id. */
  readonly #damage = new Map<string, DamagedError>();

  /**
   * From here on the record under this key can be found and removed, but not read: errors name it as `record`. With a
   * `value`, which no version of the program has written, the field of the record has this value.
   */
  damage(record: DamagedRecord, key: string | number = record.id, value?: unknown): void {
    if (value === undefined) this.#mark(record, key);
    else this.#set(record, key, value);
  }

  #set({ place, field }: DamagedRecord, key: string | number, value: unknown): void {
    if (place === 'deletions') {
      this.deletions.set(Number(key), Number(value));
      return;
    }
    const { users, algos, bin, history, folders, sessions, mails, events } = this;
    const tables: Readonly<Record<string, ReadonlyMap<unknown, object>>> = {
      users,
      algos,
      bin,
      history,
      folders,
      sessions,
      mails,
      events,
    };
    const row = Object(tables[place]?.get(key));
    const record = place === 'users' ? row.user : row;
    const [name = '', inner] = String(field).split('.');
    Object.assign(record, { [name]: inner === undefined ? value : { ...record[name], [inner]: value } });
  }

  #mark(record: DamagedRecord, key: string | number): void {
    this.#damage.set(keyOf(record.place, key), new DamagedError(record));
  }

  damageOf(place: string, id: string | number): DamagedError | undefined {
    return this.#damage.get(keyOf(place, id));
  }

  /** A copy of the record, as a database gives it. @throws DamagedError */
  read<Place extends keyof Records>(place: Place, id: string | number, row: Records[Place]): Records[Place] {
    const damage = this.damageOf(place, id);
    if (damage !== undefined) throw damage;
    const field = IMPOSSIBLE[place](row);
    if (field !== null) throw new DamagedError({ place, id: shownId(place, id), field });
    return copyOf(row);
  }

  /** The record was removed. */
  removed(place: string, id: string | number): void {
    this.#damage.delete(keyOf(place, id));
  }

  /** The users who are not marked for deletion, as they are held: damage is not looked for. */
  presentUsers(): readonly User[] {
    return [...this.users.values()].filter(({ deleted }) => !deleted).map(({ user }) => user);
  }

  /** A copy; null when absent or marked for deletion. @throws DamagedError */
  presentUser(id: number): User | null {
    const row = this.users.get(id);
    return row === undefined || row.deleted ? null : this.read('users', id, row.user);
  }

  /** Writes the user that follows from the present one, and resolves to a copy. Null when absent, or none follows. @throws DamagedError */
  replaceUser(id: number, nextOf: (user: User) => User | null): User | null {
    const user = this.presentUser(id);
    const next = user === null ? null : nextOf(user);
    if (next !== null) this.users.set(id, { user: next, deleted: false });
    return copyOf(next);
  }

  /** Stores an entry of the history, as `AlgoHistory.put` says. */
  putFormer(former: FormerAlgo): void {
    const present = this.history.get(former.ref);
    const dateExpiration = Math.max(former.dateExpiration, present?.dateExpiration ?? 0);
    const isLater = present === undefined || former.version > present.version;
    this.history.set(former.ref, isLater ? copyOf(former) : { ...present, dateExpiration });
  }

  nextId(kind: IdKind): number {
    const id = (this.lastIds.get(kind) ?? 0) + 1;
    this.lastIds.set(kind, id);
    return id;
  }

  /** Everything that is held, as JSON. */
  dump(): string {
    const { users, algos, bin, history, folders, sessions, deletions, mails, events, lastIds } = this;
    return JSON.stringify(
      [users, algos, bin, history, folders, sessions, deletions, mails, events, lastIds].map((table) => [...table]),
    );
  }
}

interface Records {
  readonly users: User;
  readonly algos: Algorithm;
  readonly bin: DeletedAlgo;
  readonly history: FormerAlgo;
  readonly folders: FolderTree;
  readonly sessions: Session;
  readonly deletions: DeletionEntry;
  readonly mails: MailEntry;
  readonly events: StoredEvent;
}

const IMPOSSIBLE: { readonly [Place in keyof Records]: (record: Records[Place]) => string | null } = {
  users: impossibleInUser,
  algos: impossibleInAlgo,
  bin: impossibleInBin,
  history: impossibleInFormer,
  folders: impossibleInFolders,
  sessions: impossibleInSession,
  deletions: impossibleInDeletion,
  mails: impossibleInMail,
  events: impossibleInEvent,
};

/** Of the digest of a session, errors name only the beginning. */
const shownId = (place: string, id: string | number) => (place === 'sessions' ? String(id).slice(0, 8) : id);

const keyOf = (place: string, id: string | number): string => `${place}/${id}`;

/** Values by ascending id; copies, as a database gives them. */
export function byId<Row extends { readonly id: number }>(rows: Iterable<Row>): Row[] {
  return copyOf([...rows].sort((one, other) => one.id - other.id));
}
