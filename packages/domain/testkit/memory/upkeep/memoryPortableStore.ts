import {
  ImportRefusedError,
  intact,
  interruptedImport,
  KeyTakenError,
  type PortableKind,
  type PortableRows,
  type PortableStore,
  rowsAtOnce,
} from '@algotheque/domain';
import { copyOf } from '../copyOf.ts';
import { byId, MemoryData } from '../memoryData.ts';

export function memoryPortableStore(data: MemoryData = new MemoryData()): PortableStore {
  return {
    countRows: async (kind) => tables[kind].all(data).length,
    async *exportRows(kind, onDamaged) {
      const { all, read } = tables[kind];
      const rows = all(data);
      const most = rowsAtOnce(kind);
      for (let at = 0; at < rows.length; at += most) {
        const batch = intact(rows.slice(at, at + most), (row) => read(data, row), { onDamaged });
        if (batch.length > 0) yield batch;
      }
    },
    async beginImport({ source, anew = false, isLeft = false }) {
      if (!holdsNothing(data)) {
        if (data.importSource === null && !isLeft) throw new ImportRefusedError('it is not empty');
        if (!anew) throw new ImportRefusedError(`it ${interruptedImport(data.importSource)}`);
        for (const rows of [data.users, data.sessions, data.algos, data.history, data.bin, data.folders]) rows.clear();
        for (const rows of [data.deletions, data.mails, data.events, data.lastIds, data.counts.remembered])
          rows.clear();
      }
      data.importSource = source;
    },
    async importRows(kind, rows) {
      for (const row of copyOf(rows)) tables[kind].put(data, row);
    },
    async endImport() {
      data.importSource = null;
    },
  };
}

export const holdsNothing = (data: MemoryData): boolean =>
  Object.values(tables).every(({ all }) => all(data).length === 0);

interface Table<Row> {
  all(data: MemoryData): readonly Row[];
  /** A copy. @throws DamagedError */
  read(data: MemoryData, row: Row): Row;
  put(data: MemoryData, row: Row): void;
}

const compare = <Key extends string | number>(one: Key, other: Key): number => (one < other ? -1 : 1);

const tables: { readonly [Kind in PortableKind]: Table<PortableRows[Kind]> } = {
  user: {
    all: ({ users }) => byId([...users.values()].map(({ user, deleted }) => ({ ...user, deleted }))),
    read: (data, { deleted, ...user }) => ({ ...data.read('users', user.id, user), deleted }),
    put(data, row) {
      refuseTaken(data, row);
      const { deleted, ...user } = row;
      data.users.set(user.id, { user, deleted });
    },
  },
  session: {
    all: ({ sessions }) => [...sessions.values()].sort((one, other) => compare(one.digest, other.digest)),
    read: (data, session) => data.read('sessions', session.digest, session),
    put: ({ sessions }, session) => sessions.set(session.digest, session),
  },
  algo: {
    all: ({ algos }) => byId(algos.values()),
    read: (data, algo) => data.read('algos', algo.id, algo),
    put: ({ algos }, algo) => algos.set(algo.id, algo),
  },
  former: {
    all: ({ history }) => [...history.values()].sort((one, other) => compare(one.ref, other.ref)),
    read: (data, former) => data.read('history', former.ref, former),
    put: ({ history }, row) => history.set(row.ref, row),
  },
  deleted: {
    all: ({ bin }) => byId(bin.values()),
    read: (data, algo) => data.read('bin', algo.id, algo),
    put: ({ bin }, row) => bin.set(row.id, row),
  },
  folder: {
    all: ({ folders }) => [...folders.values()].sort((one, other) => compare(one.ownerId, other.ownerId)),
    read: (data, tree) => data.read('folders', tree.ownerId, tree),
    put: ({ folders }, tree) => folders.set(tree.ownerId, tree),
  },
  deletion: {
    all: ({ deletions }) =>
      [...deletions]
        .map(([userId, date]) => ({ userId, date }))
        .sort((one, other) => compare(one.userId, other.userId)),
    read: (data, entry) => data.read('deletions', entry.userId, entry),
    put: ({ deletions }, { userId, date }) => deletions.set(userId, date),
  },
  remembered: {
    all: ({ counts }) =>
      [...counts.remembered].map(([key, until]) => ({ key, until })).sort((one, other) => compare(one.key, other.key)),
    read: (_data, row) => ({ ...row }),
    put: ({ counts }, { key, until }) => counts.remembered.set(key, until),
  },
  mail: {
    all: ({ mails }) => [...mails.values()].sort((one, other) => compare(one.name, other.name)),
    read: (data, entry) => data.read('mails', entry.name, entry),
    put: ({ mails }, entry) => mails.set(entry.name, entry),
  },
  event: {
    all: ({ events }) => [...events.values()].sort((one, other) => compare(one.key, other.key)),
    read: (data, event) => data.read('events', event.key, event),
    put: ({ events }, event) => events.set(event.key, event),
  },
  lastId: {
    all: ({ lastIds }) => [...lastIds].map(([of, id]) => ({ of, id })).sort((one, other) => compare(one.of, other.of)),
    read: (_data, lastId) => ({ ...lastId }),
    put: ({ lastIds }, { of, id }) => lastIds.set(of, id),
  },
};

/** @throws KeyTakenError when a user under another id has the e-mail */
function refuseTaken({ users }: MemoryData, { id, adresseMail }: PortableRows['user']): void {
  const isTaken = [...users.values()].some(({ user }) => user.id !== id && user.adresseMail === adresseMail);
  if (isTaken) throw new KeyTakenError(`In memory: the e-mail of user ${id} belongs to another user`);
}
