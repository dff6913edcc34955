import type { DamagedRecord } from '@algotheque/domain';
import { onRawFile } from './rawFile.ts';

/** An integer that SQLite keeps and no number of JavaScript holds exactly. */
const TOO_LARGE = '9007199254740993';
const NO_RIGHT = `'[{"idUtilisateur":2,"droits":"Owner"}]'`;

/** The column that is damaged by default in a row: one that no statement selects or sorts by. */
const TABLES = [
  { place: 'users', key: 'id', column: 'dateInscription' },
  { place: 'algos', key: 'id', column: 'dateCreation' },
  { place: 'bin', key: 'id', column: 'dateCreation' },
  { place: 'history', key: 'ref', column: 'dateCreation' },
  { place: 'folderTrees', key: 'ownerId', column: 'folders' },
  { place: 'tokens', key: 'digest', column: 'dateCreation' },
  { place: 'deletions', key: 'userId', column: 'date' },
  { place: 'mails', key: 'name', column: 'version' },
  { place: 'events', key: 'key', column: 'targetId' },
] as const;

/** The columns of fields that have a column of another name. */
const COLUMN_OF: Readonly<Record<string, string>> = {
  'emailChange.version': 'emailVersion',
  'emailChange.pending': 'pendingEmail',
  'emailChange.former': 'formerEmails',
};

/** The damage: the value of a field, or any damage. */
interface Damage {
  readonly field?: string | undefined;
  readonly value?: unknown;
}

/** Damages the row under a key, past the adapter: in the one table that has the key. */
export function damageIn(path: string, id: string | number, { field, value }: Damage = {}): DamagedRecord {
  return onRawFile(path, (db) => {
    db.exec('PRAGMA ignore_check_constraints = ON');
    for (const { place, key, column } of TABLES) {
      const damaged = field === undefined ? column : (COLUMN_OF[field] ?? field);
      const any = damaged === 'permsAlgorithme' ? NO_RIGHT : TOO_LARGE;
      const columns = db.prepare('SELECT name FROM pragma_table_info(?)').all(place);
      if (!columns.some(({ name }) => name === damaged)) continue;
      const { changes } = db
        .prepare(`UPDATE ${place} SET ${damaged} = coalesce(?, ${any}) WHERE ${key} = ?`)
        .run(stored(value), id);
      if (changes === 1) return { place, id: typeof id === 'string' ? id.slice(0, 8) : id, field: damaged };
    }
    throw new Error(`Nothing is there under ${id}`);
  });
}

/** The value for the column; null for any value. */
function stored(value: unknown): string | number | null {
  if (value === undefined || typeof value === 'string' || typeof value === 'number') return value ?? null;
  return JSON.stringify(value);
}
