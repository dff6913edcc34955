import { type Algorithm, placedAlgo, type VersionedAlgo } from '../algorithm.ts';
import type { AccountsContext } from '../context.ts';
import type { FolderRepository } from '../ports.ts';
import { nullIfDamaged } from '../storeErrors.ts';
import { requireRightOnAlgo } from './algoAccess.ts';
import type { AlgoEntry, AlgoSearch } from './algoSearch.ts';

interface Placed {
  readonly dossierId: number | null;
}

// An algorithm can be in a folder that is not there: one that is shared no more stays in a deleted folder, and a crash can end a move into
// one. Such an algorithm is at the top. Where the tree is damaged, places are as they are stored.

const inFolders = <Row extends Placed>(rows: readonly Row[], known: ReadonlySet<number> | null): readonly Row[] =>
  rows.map((row) =>
    row.dossierId === null || known === null || known.has(row.dossierId) ? row : { ...row, dossierId: null },
  );

/** The tree is read at most once. */
export function withKnownPlaces(algos: AlgoSearch, folders: FolderRepository, userId: number): AlgoSearch {
  let known: Promise<ReadonlySet<number> | null> | null = null;
  const mapped = async (entries: readonly AlgoEntry[]): Promise<readonly AlgoEntry[]> => {
    if (entries.every(({ dossierId }) => dossierId === null)) return entries;
    known ??= folderIds(folders, userId);
    return inFolders(entries, await known);
  };
  return {
    async walk(query, onDamaged) {
      const { entries, last } = await algos.walk(query, onDamaged);
      return { entries: await mapped(entries), last };
    },
    entriesOf: async (id, ids, onDamaged) => mapped(await algos.entriesOf(id, ids, onDamaged)),
    idsWhere: (query) => algos.idsWhere(query),
    countByFolder: (id) => algos.countByFolder(id),
  };
}

export async function knownPlace<Row extends Placed>(
  folders: FolderRepository,
  row: Row,
  userId: number,
): Promise<Row> {
  if (row.dossierId === null) return row;
  const [known = row] = inFolders([row], await folderIds(folders, userId));
  return known;
}

/** A record with its version, as a user who has a right on it sees it. */
export async function versionedView(
  { folders }: AccountsContext,
  algo: Algorithm,
  userId: number,
): Promise<VersionedAlgo> {
  const view = placedAlgo(algo, requireRightOnAlgo(algo, userId), userId);
  return { algo: await knownPlace(folders, view, userId), version: algo.version };
}

async function folderIds(folders: FolderRepository, userId: number): Promise<ReadonlySet<number> | null> {
  const tree = await nullIfDamaged(folders.find(userId), () => {});
  return tree && new Set(tree.folders.map(({ id }) => id));
}
