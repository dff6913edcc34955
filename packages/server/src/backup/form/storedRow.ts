import {
  DamagedError,
  impossibleInAlgo,
  impossibleInBin,
  impossibleInDeletion,
  impossibleInEvent,
  impossibleInFolders,
  impossibleInFormer,
  impossibleInMail,
  impossibleInRemembered,
  impossibleInSession,
  impossibleInUser,
  type PortableKind,
  type PortableRows,
} from '@algotheque/domain';
import { keyOf } from '../../migrate/rows.ts';

const IMPOSSIBLE: { readonly [Kind in PortableKind]: (row: PortableRows[Kind]) => string | null } = {
  user: impossibleInUser,
  session: impossibleInSession,
  algo: impossibleInAlgo,
  deleted: impossibleInBin,
  former: impossibleInFormer,
  folder: impossibleInFolders,
  deletion: impossibleInDeletion,
  remembered: impossibleInRemembered,
  mail: impossibleInMail,
  event: impossibleInEvent,
  lastId: () => null,
};

/**
 * A row of a backup as a store gives it, or its damage: a value that no version of the program can have written. The types of some values
 * are checked by the store that is filled: it reads each row again.
 */
export function storedRow<Kind extends PortableKind>(kind: Kind, read: object): PortableRows[Kind] | DamagedError {
  const row = read as PortableRows[Kind]; // where it is not, that is damage
  const field = damagedField(() => IMPOSSIBLE[kind](row));
  return field === null ? row : new DamagedError({ place: kind, id: String(keyOf(kind, { ...read })), field });
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
