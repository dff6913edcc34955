import { DamagedError, type OnDamaged, type PortableKind, type PortableRows, rowsAtOnce } from '@algotheque/domain';
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

/** A backup as the checks of the doctor read a store. Nobody changes it, so they do not look again. */
export const lookAt = (backup: Backup, { date, signal }: BackupTime): Look => ({
  ports: null,
  portable: rowsOf(backup, signal),
  location: backup.location,
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
});

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
