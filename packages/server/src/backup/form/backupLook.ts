import {
  type Algorithm,
  DamagedError,
  type FolderTree,
  noFolders,
  type OnDamaged,
  type PortableKind,
  type PortableRows,
  rowsAtOnce,
  type Session,
} from '@algotheque/domain';
import { Known } from '../../doctor/known.ts';
import type { Look } from '../../doctor/look.ts';
import type { Backup } from './backup.ts';
import { currentRows } from './formerFolders.ts';
import { contentName, digestOf, LATER_KINDS, rowsName } from './parts.ts';
import { storedRow } from './storedRow.ts';

type Rows = Pick<Look['portable'], 'countRows' | 'exportRows'>;

export interface BackupTime {
  /** The time of the backup, in ISO 8601: what had ended then is no finding. */
  readonly date: string;
  /** Ends the look between two rows, with its reason. */
  readonly signal: AbortSignal;
}

/** A backup as the checks of the doctor read a store. Nobody changes it, so what they ask again is as it was listed. */
export function lookAt(backup: Backup, { date, signal }: BackupTime): Look {
  const rows = rowsOf(backup, signal);
  const { listed, portable } = remembering(rows);
  return {
    portable,
    location: backup.location,
    users: { existing: async () => [], findById: (id) => find(rows, 'user', (user) => user.id === id) },
    sessionStore: { find: async (digest) => listed.session.find((session) => session.digest === digest) ?? null },
    algos: {
      findById: async (id) => listed.algo.find((algo) => algo.id === id) ?? null,
      refOf: async () => null, // only files need these two, and a backup has none
      findByRef: async () => null,
    },
    bin: {
      find: async (id) => listed.deleted.find((deleted) => deleted.id === id) ?? null,
      idOf: async () => null, // as those of files
    },
    history: {
      list: async (id) => listed.former.filter((former) => former.id === id),
    },
    folders: {
      find: async (ownerId) => listed.folder.find((tree) => tree.ownerId === ownerId) ?? noFolders(ownerId),
    },
    deletions: { list: async () => [] }, // those of the backup are known by then
    content: { read: async () => null, locate: (_id, ref) => contentName(digestOf(ref)) },
    folder: null,
    otherFolder: null,
    storeChecks: [],
    mail: { dir: '', smtp: null },
    localLinks: null,
    known: new Known(),
    mending: null,
    now: () => Date.parse(date),
    reach() {},
  };
}

/** The rows of a backup as a store gives them. @param signal ends the reading between two rows, with its reason */
export function rowsOf(backup: Backup, signal: AbortSignal): Rows {
  return {
    countRows: async () => 0, // for the progress of the doctor
    async *exportRows<Kind extends PortableKind>(kind: Kind, onDamaged?: OnDamaged) {
      const isThere = !LATER_KINDS.includes(kind) || backup.files.some(({ name }) => name === rowsName(kind));
      if (!isThere) return; // of a release without them
      let batch: PortableRows[Kind][] = [];
      for await (const row of currentRows(kind, backup.read(rowsName(kind)))) {
        signal.throwIfAborted();
        const stored = storedRow(kind, row);
        if (!(stored instanceof DamagedError)) batch.push(stored);
        else if (onDamaged === undefined) throw stored;
        else onDamaged(stored);
        if (batch.length < rowsAtOnce(kind)) continue;
        yield batch;
        batch = [];
      }
      if (batch.length > 0) yield batch;
    },
  };
}

/** The rows, and what was given last of those about which a check asks again. */
function remembering(rows: Rows) {
  const listed: {
    readonly session: readonly Session[];
    readonly algo: readonly Algorithm[];
    readonly deleted: readonly PortableRows['deleted'][];
    readonly former: readonly PortableRows['former'][];
    readonly folder: readonly FolderTree[];
  } = { session: [], algo: [], deleted: [], former: [], folder: [] };
  const portable: Rows = {
    ...rows,
    async *exportRows<Kind extends PortableKind>(kind: Kind, onDamaged?: OnDamaged) {
      for await (const batch of rows.exportRows(kind, onDamaged)) {
        Object.assign(listed, { [kind]: batch });
        yield batch;
      }
    },
  };
  return { listed, portable };
}

async function find<Kind extends PortableKind>(
  rows: Rows,
  kind: Kind,
  isIt: (row: PortableRows[Kind]) => boolean,
): Promise<PortableRows[Kind] | null> {
  for await (const batch of rows.exportRows(kind, () => {})) {
    const found = batch.find(isIt);
    if (found !== undefined) return found;
  }
  return null;
}
