import type { OnDamaged, PortableKind, PortableRows, RowReader } from '@algotheque/domain';
import { closingAfter } from '../closing.ts';
import { copyInto } from '../migrate/migrate.ts';
import type { AnyRow } from '../migrate/rows.ts';
import type { ReadSide } from '../migrate/sides.ts';
import type { SidePlace } from '../places.ts';
import { StartError } from '../startError.ts';
import type { Watch } from '../terminal/progress.ts';
import { verifyBackup } from './form/verifyBackup.ts';
import { leftOutText } from './leftOut.ts';

/** By id, when each was deleted, in milliseconds since the Unix epoch; null: that is not known. */
export type DeletedUsers = ReadonlyMap<number, number | null>;

export interface Restoring extends Watch {
  readonly path: string;
  readonly to: SidePlace;
  /** The secret of the service, which has to have signed the backup; null if it is not known. */
  readonly secret: Uint8Array | null;
  /** Takes a backup that the secret has not signed too. Its sessions are left out. */
  readonly unsigned: boolean;
  /** Users who were deleted after the backup: they are deleted again. Null: they are not known. */
  readonly deleted: DeletedUsers | null;
  /** Removes what an interrupted restore has left in the target. */
  readonly anew: boolean;
}

export type Restored = Awaited<ReturnType<typeof restoreBackup>>;

/**
 * Verifies a backup, copies it into an empty store, and verifies the copy.
 * @throws StartError for what an operator can repair; nothing stays locked then, and no server opens a target that is not complete
 */
export function restoreBackup(restoring: Restoring) {
  const { path, to, secret, unsigned, deleted, anew, ...watch } = restoring;
  return closingAfter(async (closing) => {
    const { backup, isSigned } = await verifyBackup(path, { ...watch, secret, closing });
    if (isSigned === false && !unsigned) throw notSigned(path);
    if (isSigned !== true) watch.progress.note(WITHOUT_SESSIONS);
    const { facts, moment, seal } = backup.index;
    if (facts.leftOut.count > 0) watch.progress.note(leftOutText(facts));
    const rows = isSigned === true ? backup : withoutSessions(backup);
    const ids = deleted && idsAfter(deleted, Date.parse(moment.moment));
    const side: ReadSide = {
      location: `the backup of ${moment.moment} (${seal.sha256.slice(0, 16)})`,
      rows: ids === null ? rows : deletedAgain(rows, ids, Date.parse(moment.moment)),
      contents: backup,
    };
    const moved = await copyInto(to, side, { closing, anew, ...watch });
    return { ...moved, moment: moment.moment, deletions: deletionsText(moment.moment, ids) };
  });
}

/** Clocks may differ, and the rows of a backup are a little older than its moment. */
const TOLERANCE_MS = 3_600_000;

/** A user who was deleted before a backup is not in it: who has the id there got it after another restore. */
const idsAfter = (deleted: DeletedUsers, moment: number): ReadonlySet<number> =>
  new Set([...deleted].filter(([, date]) => date === null || date > moment - TOLERANCE_MS).map(([id]) => id));

const deletionsText = (moment: string, deleted: ReadonlySet<number> | null): string =>
  deleted === null
    ? `All accounts that were deleted after ${moment} are there again: name them with --deleted FILE, or delete them again`
    : `The next server that starts deletes again those of ${deleted.size} accounts that are there`;

/** A person who can write a backup could put a session into it, whose token is known to them. */
const WITHOUT_SESSIONS =
  'Nothing shows that this service made the backup, because its secret is not known or has not signed it: access tokens are left out, and everybody logs in again';

const notSigned = (path: string): StartError =>
  new StartError(
    `${path} is not signed with the secret of the settings: a service with another secret or none made it, or somebody has changed it. ` +
      '--unsigned restores it nevertheless, without access tokens',
  );

function withoutSessions(rows: RowReader): RowReader {
  return {
    countRows: async (kind) => (kind === 'session' ? 0 : rows.countRows(kind)),
    async *exportRows<Kind extends PortableKind>(kind: Kind, onDamaged?: OnDamaged) {
      if (kind !== 'session') yield* rows.exportRows(kind, onDamaged);
    },
  };
}

/**
 * The rows with these users as a server leaves them when their deletion has begun: hidden, and with an entry that lets the next server
 * finish it. Ids that are not there are passed over.
 * @param now the date of the entries, milliseconds since the Unix epoch
 */
function deletedAgain(rows: RowReader, ids: ReadonlySet<number>, now: number): RowReader {
  const there = new Set<number>();
  const changed = (row: AnyRow): AnyRow => {
    if (!('adresseMail' in row) || !ids.has(row.id)) return row;
    there.add(row.id);
    return { ...row, deleted: true };
  };
  return {
    countRows: (kind) => rows.countRows(kind),
    async *exportRows<Kind extends PortableKind>(kind: Kind, onDamaged?: OnDamaged) {
      if (kind === 'deletion') {
        yield (await deletionsOf(rows, there, now)) as readonly AnyRow[] as readonly PortableRows[Kind][]; // rows of this kind
        return;
      }
      for await (const batch of rows.exportRows(kind, onDamaged))
        yield batch.map(changed) as readonly AnyRow[] as readonly PortableRows[Kind][]; // a row of its kind stays one
    },
  };
}

async function deletionsOf(rows: RowReader, more: ReadonlySet<number>, date: number): Promise<AnyRow[]> {
  const all = new Map([...more].map((userId) => [userId, { userId, date }]));
  for await (const batch of rows.exportRows('deletion')) for (const entry of batch) all.set(entry.userId, entry);
  return [...all.values()].sort((one, other) => one.userId - other.userId);
}
