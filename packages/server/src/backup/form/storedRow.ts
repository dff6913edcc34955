import { DamagedError, type PortableKind, type PortableRows } from '@algotheque/domain';
import { impossibleIn, keyOf } from '../../migrate/rows.ts';

/**
 * A row of a backup as a store gives it. The types of some values are checked by the store that is filled: it reads each row again.
 * @throws DamagedError for a value that no version of the program can have written
 */
export function storedRow<Kind extends PortableKind>(kind: Kind, read: object): PortableRows[Kind] {
  const row = read as PortableRows[Kind]; // where it is not, that is damage
  const field = damagedField(() => impossibleIn(kind, row));
  if (field === null) return row;
  throw new DamagedError({ place: kind, id: String(keyOf(kind, { ...read })), field });
}

/** The checks of the domain compare values of the right types, and throw for some that are of another one. */
function damagedField(check: () => string | null): string | null {
  try {
    return check();
  } catch (error) {
    if (error instanceof TypeError) return 'row';
    throw error;
  }
}
