/**
 * What every store has beside its own methods. For all of these: a store that cannot be reached throws UnavailableError. A damaged record
 * throws DamagedError, and is never reported as absent; a list leaves it out, gives it to `onDamaged`, and has as many others as `limit`
 * says; without `onDamaged` it throws. A record with a value that no version of the program has written is damaged (`storedValues.ts`).
 * Each method is atomic for its one record. Ids, versions and sizes are integers up to Number.MAX_SAFE_INTEGER, dates from 0 to
 * MAX_DATE_MS, kept exactly; texts are kept code unit by code unit.
 */
export interface Health {
  /** What the port stands on, such as a connection. Of ports with the same medium only one is asked. Default: the port itself. */
  readonly medium?: object;
  /**
   * Resolves when the store can serve now: reads work, and writes of every kind can be made. A check that costs a write runs at
   * most once a second, however often this is called.
   * @throws UnavailableError when it cannot.
   */
  health(): Promise<void>;
}

/**
 * Errors that adapters throw for operators. The message names the store, its table, collection or file, and what to do. It has no
 * credentials and no text that users entered.
 */
export class StoreError extends Error {
  override readonly name: string = 'StoreError';
}

/**
 * A store must not be used in its present state, and waiting does not help: a newer release wrote it, somebody edited it, or another
 * process owns it. Thrown at the opening of a store; later it is the cause of an UnavailableError.
 */
export class StoreRefusedError extends StoreError {
  override readonly name: string = 'StoreRefusedError';
  /** Whether the store itself is damaged, so that a part of it cannot be read. */
  readonly isDamage: boolean = false;
}

/** Content and records do not belong together. Nothing was made or changed. */
export class ContentMismatchError extends StoreRefusedError {
  override readonly name: string = 'ContentMismatchError';
  /** Whether `algotheque begin-anew` helps, which moves the content of the folder aside. */
  readonly isMovable: boolean;
  /** The id of the folder that the store has recorded; null if it has recorded none. */
  readonly owner: string | null;

  constructor(
    message: string,
    { isMovable, owner }: { readonly isMovable: boolean; readonly owner: string | null },
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.isMovable = isMovable;
    this.owner = owner;
  }
}

/** Which record is damaged. */
export interface DamagedRecord {
  /** The table, the collection or the file. */
  readonly place: string;
  /** The key within the place; for an access token only the beginning of its digest. */
  readonly id: string | number;
  /** The column or field, with its path within the record; null if the whole record is damaged. */
  readonly field: string | null;
}

/**
 * A record exists and cannot be what was written. Every method that reads a single record throws it, never reports it as absent or
 * unavailable, and overwrites nothing: an operator must repair it.
 */
export class DamagedError extends StoreError implements DamagedRecord {
  override readonly name = 'DamagedError';
  readonly place: string;
  readonly id: string;
  readonly field: string | null;

  /** @param problem what is wrong with the field, without its value. Default: "is damaged" */
  constructor({ place, id, field }: DamagedRecord, problem = 'is damaged', options?: ErrorOptions) {
    super(`${place}, ${id}${field === null ? '' : `, ${field}`}: ${problem}`, options);
    this.place = place;
    this.id = String(id);
    this.field = field;
  }
}

/** An id that was to be inserted belongs to another record: somebody edited the counters of the store. */
export class IdTakenError extends DamagedError {}

/** An import has a row whose e-mail or content belongs to another row of the target. The message names the table or collection. */
export class KeyTakenError extends StoreError {
  override readonly name = 'KeyTakenError';
}

export type OnDamaged = (damage: DamagedError) => void;

/**
 * Null for a damaged record, which `onDamaged` gets.
 * @throws DamagedError without `onDamaged`
 */
export function unlessDamaged<Row>(read: () => Row, onDamaged?: OnDamaged): Row | null {
  try {
    return read();
  } catch (error) {
    if (onDamaged === undefined || !(error instanceof DamagedError)) throw error;
    onDamaged(error);
    return null;
  }
}

/** As `unlessDamaged`, of a read that is under way. All other errors reject. */
export async function nullIfDamaged<Value>(reading: Promise<Value>, onDamaged: OnDamaged): Promise<Value | null> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof DamagedError)) throw error;
    onDamaged(error);
    return null;
  }
}

export interface IntactOptions {
  readonly onDamaged?: OnDamaged | undefined;
  /** The most rows to return; records after them are not read. Default: all. */
  readonly limit?: number;
}

/**
 * A record for which `read` returns null is skipped.
 * @throws DamagedError as `unlessDamaged`
 */
export function intact<Kept, Row>(
  records: Iterable<Kept>,
  read: (record: Kept) => Row | null,
  { onDamaged, limit = Number.POSITIVE_INFINITY }: IntactOptions = {},
): Row[] {
  const rows: Row[] = [];
  if (limit <= 0) return rows;
  for (const record of records) {
    const row = unlessDamaged(() => read(record), onDamaged);
    if (row !== null) rows.push(row);
    if (rows.length >= limit) break;
  }
  return rows;
}
