import {
  ImportRefusedError,
  KeyTakenError,
  type PortableKind,
  type PortableRows,
  type PortableStore,
} from '@algotheque/domain';
import { byId, MemoryData } from '../memoryData.ts';

const BATCH = 1_000;

export function memoryPortableStore(data: MemoryData = new MemoryData()): PortableStore {
  return {
    async *exportRows(kind) {
      const rows = tables[kind].all(data);
      for (let at = 0; at < rows.length; at += BATCH) yield structuredClone(rows.slice(at, at + BATCH));
    },
    async beginImport(source) {
      if (data.importSource === source) return 'resumed';
      if (data.importSource !== null) throw new ImportRefusedError('another import is under way');
      if (Object.values(tables).some(({ all }) => all(data).length > 0))
        throw new ImportRefusedError('it is not empty');
      data.importSource = source;
      return 'begun';
    },
    async importRows(kind, rows) {
      for (const row of structuredClone(rows)) tables[kind].put(data, row);
    },
    async endImport() {
      data.importSource = null;
    },
  };
}

interface Table<Row> {
  all(data: MemoryData): readonly Row[];
  put(data: MemoryData, row: Row): void;
}

const compare = <Key extends string | number>(one: Key, other: Key): number => (one < other ? -1 : 1);

const tables: { readonly [Kind in PortableKind]: Table<PortableRows[Kind]> } = {
  user: {
    all: ({ users }) => byId([...users.values()].map(({ user, deleted }) => ({ ...user, deleted }))),
    put(data, row) {
      refuseTaken(data, row);
      const { deleted, ...user } = row;
      data.users.set(user.id, { user, deleted });
    },
  },
  session: {
    all: ({ sessions }) => [...sessions.values()].sort((one, other) => compare(one.digest, other.digest)),
    put: ({ sessions }, session) => sessions.set(session.digest, session),
  },
  algo: {
    all: ({ algos }) => byId(algos.values()),
    put: ({ algos }, algo) => algos.set(algo.id, algo),
  },
  folder: {
    all: ({ folders }) => byId(folders.values()),
    put: ({ folders }, folder) => folders.set(folder.id, folder),
  },
  deletion: {
    all: ({ deletions }) =>
      [...deletions]
        .map(([userId, date]) => ({ userId, date }))
        .sort((one, other) => compare(one.userId, other.userId)),
    put: ({ deletions }, { userId, date }) => deletions.set(userId, date),
  },
  lastId: {
    all: ({ lastIds }) => [...lastIds].map(([of, id]) => ({ of, id })).sort((one, other) => compare(one.of, other.of)),
    put: ({ lastIds }, { of, id }) => lastIds.set(of, id),
  },
};

/** @throws KeyTakenError when a user under another id has the e-mail */
function refuseTaken({ users }: MemoryData, { id, adresseMail }: PortableRows['user']): void {
  const isTaken = [...users.values()].some(({ user }) => user.id !== id && user.adresseMail === adresseMail);
  if (isTaken) throw new KeyTakenError(`In memory: the e-mail of user ${id} belongs to another user`);
}
