import type {
  DatabaseSync,
  SQLInputValue,
  SQLOutputValue,
  StatementResultingChanges,
  StatementSync,
} from 'node:sqlite';
import { isTooLarge } from './failures.ts';

/** Values for `?` in order, or one object with the values for `:name`. */
type Values = readonly SQLInputValue[] | readonly [Readonly<Record<string, SQLInputValue>>];

/** A write that returns rows: it cannot be repeated with results in another form, as a read can. */
const WRITES_AND_RETURNS = /^\s*(?:INSERT|UPDATE|DELETE)\b.*\bRETURNING\b/s;

/**
 * SQL that is parsed once for each opening of the file. node:sqlite returns values as arrays here: to make a row from an array
 * costs less than the objects of node:sqlite. node:sqlite refuses an integer that a number cannot hold exactly,
 * without naming the row. So such an integer is returned as a BigInt, and the reader of the row can name the row.
 */
export class Statement {
  readonly #sql: string;
  readonly #isExact: boolean;
  readonly #columns: readonly string[];
  #db: DatabaseSync;
  #parsed: StatementSync;

  constructor(sql: string, db: DatabaseSync) {
    this.#sql = sql;
    this.#isExact = WRITES_AND_RETURNS.test(sql);
    this.#db = db;
    this.#parsed = this.#parse();
    this.#columns = this.#parsed.columns().map(({ name }) => name);
  }

  /** Parses the SQL on the database that is open now; the one before is closed. */
  attach(db: DatabaseSync): void {
    this.#db = db;
    this.#parsed = this.#parse();
  }

  #parse(): StatementSync {
    const statement = this.#db.prepare(this.#sql);
    statement.setReturnArrays(true);
    statement.setReadBigInts(this.#isExact);
    return statement;
  }

  run(...values: Values): StatementResultingChanges {
    return this.#parsed.run(...positional(values));
  }

  get(...values: Values): Row | undefined {
    try {
      const found = this.#parsed.get(...positional(values));
      return found && this.#rowOf(found);
    } catch (error) {
      const row = this.#exactly(error).get(...positional(values));
      return row && numbered(row);
    }
  }

  all(...values: Values): Row[] {
    try {
      return this.#parsed.all(...positional(values)).map(this.#rowOf);
    } catch (error) {
      return this.#exactly(error)
        .all(...positional(values))
        .map(numbered);
    }
  }

  /** As `all`, each row as the list of its values in the order of the columns. */
  allValues(...values: Values): (readonly SQLOutputValue[])[] {
    try {
      return this.#parsed.all(...positional(values)) as unknown as SQLOutputValue[][]; // as `#parse` has set
    } catch (error) {
      return this.#exactly(error)
        .all(...positional(values))
        .map((row) => Object.values(numbered(row)));
    }
  }

  /** Yields rows one by one; to be used within the work of one `read` or `write`. */
  *iterate(...values: Values): Generator<Row> {
    let given = 0;
    try {
      for (const found of this.#parsed.iterate(...positional(values))) {
        given += 1;
        yield this.#rowOf(found);
      }
    } catch (error) {
      const exact = this.#exactly(error);
      this.#reset(values);
      yield* exact
        .all(...positional(values))
        .slice(given)
        .map(numbered);
    }
  }

  readonly #rowOf = (found: object): Row => {
    const values = valuesOf(found);
    const row: Row = {};
    let index = 0;
    for (const name of this.#columns) {
      row[name] = values[index] ?? null;
      index += 1;
    }
    return this.#isExact ? numbered(row) : row;
  };

  /**
   * After an iterator of node:sqlite has thrown, its statement is still active, and with it a read transaction: this connection
   * cannot write then. Another read on the statement resets it at its beginning and at its end.
   */
  #reset(values: Values): void {
    try {
      this.#parsed.get(...positional(values));
    } catch (error) {
      if (!isTooLarge(error)) throw error; // the row that the iterator met
    }
  }

  /** The statement with all integers as BigInt, for a read in which a row had an integer that is too large. */
  #exactly(error: unknown): StatementSync {
    if (!isTooLarge(error)) throw error;
    const exact = this.#db.prepare(this.#sql);
    exact.setReadBigInts(true);
    return exact;
  }
}

type Row = Record<string, SQLOutputValue>;

const valuesOf = (found: object): readonly SQLOutputValue[] => found as readonly SQLOutputValue[]; // as `#parse` has set

/** Converts BigInts to numbers, except those that a number cannot hold exactly. */
function numbered(row: Row): Row {
  const entries = Object.entries(row).map(([name, value]): [string, SQLOutputValue] => {
    return [name, typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value];
  });
  return Object.fromEntries(entries);
}

// node:sqlite has an overload for each of the two forms, but none for both; at run time they are one function.
const positional = (values: Values): SQLInputValue[] => values as SQLInputValue[];
