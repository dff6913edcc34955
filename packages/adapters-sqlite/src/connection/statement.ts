import type {
  DatabaseSync,
  SQLInputValue,
  SQLOutputValue,
  StatementResultingChanges,
  StatementSync,
} from 'node:sqlite';
import { isTooLarge } from './failures.ts';

/** Values for `?` in order, or one object with the values for `:name`. */
export type Values = readonly SQLInputValue[] | readonly [Readonly<Record<string, SQLInputValue>>];

/** A write that returns rows: it cannot be repeated with results in another form, as a read can. */
const WRITES_AND_RETURNS = /^\s*(?:INSERT|UPDATE|DELETE)\b.*\bRETURNING\b/s;

interface Parsed {
  readonly statement: StatementSync;
  readonly columns: readonly string[];
}

/**
 * SQL that is parsed once for each opening of the file, when it is first used: a process uses few of the 150 statements of a store before
 * it closes the file. node:sqlite takes and returns values as arrays here, which costs less: it searches each name of an object among the
 * parameters (0.2 µs), and makes a row as an object slower than it is made from an array. node:sqlite refuses an integer that a number
 * cannot hold exactly, without naming the row. So such an integer is returned as a BigInt, and the reader of the row can name the row.
 */
export class Statement {
  readonly #sql: string;
  /** The names of the parameters in the order of their numbers. */
  readonly #names: readonly string[];
  readonly #isExact: boolean;
  #db: DatabaseSync;
  #parsed: Parsed | null = null;

  constructor(sql: string, db: DatabaseSync) {
    const { text, names } = numberedParameters(sql);
    this.#sql = text;
    this.#names = names;
    this.#isExact = WRITES_AND_RETURNS.test(sql);
    this.#db = db;
  }

  /** From now on the SQL is for the database that is open now; the one before is closed. */
  attach(db: DatabaseSync): void {
    this.#db = db;
    this.#parsed = null;
  }

  #parse(): Parsed {
    if (this.#parsed !== null) return this.#parsed;
    const statement = this.#db.prepare(this.#sql);
    statement.setReturnArrays(true);
    statement.setReadBigInts(this.#isExact);
    this.#parsed = { statement, columns: statement.columns().map(({ name }) => name) };
    return this.#parsed;
  }

  run(...values: Values): StatementResultingChanges {
    return this.#parse().statement.run(...this.#positional(values));
  }

  get(...values: Values): Row | undefined {
    try {
      const { statement, columns } = this.#parse();
      const found = statement.get(...this.#positional(values));
      return found && this.#rowOf(found, columns);
    } catch (error) {
      return this.#exactRows(error, values)[0];
    }
  }

  all(...values: Values): Row[] {
    try {
      const { statement, columns } = this.#parse();
      return statement.all(...this.#positional(values)).map((found) => this.#rowOf(found, columns));
    } catch (error) {
      return this.#exactRows(error, values);
    }
  }

  /** As `all`, each row as the list of its values in the order of the columns. */
  allValues(...values: Values): (readonly SQLOutputValue[])[] {
    try {
      return this.#parse().statement.all(...this.#positional(values)) as unknown as SQLOutputValue[][]; // as `#parse` has set
    } catch (error) {
      return this.#exactRows(error, values).map((row) => Object.values(row));
    }
  }

  /** Yields rows one by one; to be used within the work of one `read` or `write`. */
  *iterate(...values: Values): Generator<Row> {
    let given = 0;
    try {
      const { statement, columns } = this.#parse();
      for (const found of statement.iterate(...this.#positional(values))) {
        given += 1;
        yield this.#rowOf(found, columns);
      }
    } catch (error) {
      const rows = this.#exactRows(error, values);
      this.#reset(values);
      yield* rows.slice(given);
    }
  }

  /** @throws TypeError when a value is missing, which node:sqlite would take as NULL if it got it by its name */
  #positional(values: Values): SQLInputValue[] {
    if (this.#names.length === 0) return values as SQLInputValue[]; // `?` in the SQL
    const [named] = values as readonly [Readonly<Record<string, SQLInputValue>>];
    return this.#names.map((name) => named[name] as SQLInputValue); // node:sqlite refuses undefined
  }

  #rowOf(found: object, columns: readonly string[]): Row {
    const values = valuesOf(found);
    const row: Row = {};
    let index = 0;
    for (const name of columns) {
      const value = values[index] ?? null;
      row[name] = this.#isExact ? numberOf(value) : value;
      index += 1;
    }
    return row;
  }

  /**
   * After an iterator of node:sqlite has thrown, its statement is still active, and with it a read transaction: this connection
   * cannot write then. Another read on the statement resets it at its beginning and at its end.
   */
  #reset(values: Values): void {
    try {
      this.#parse().statement.get(...this.#positional(values));
    } catch (error) {
      if (!isTooLarge(error)) throw error; // the row that the iterator met
    }
  }

  /** All rows, with integers that are too large as BigInt, for a read that met one. */
  #exactRows(error: unknown, values: Values): Row[] {
    if (!isTooLarge(error)) throw error;
    const exact = this.#db.prepare(this.#sql);
    exact.setReadBigInts(true);
    return exact.all(...this.#positional(values)).map(numbered);
  }
}

type Row = Record<string, SQLOutputValue>;

const valuesOf = (found: object): readonly SQLOutputValue[] => found as readonly SQLOutputValue[]; // as `#parse` has set

/** Converts BigInts to numbers, except those that a number cannot hold exactly. */
const numbered = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, numberOf(value)]));

const numberOf = (value: SQLOutputValue): SQLOutputValue =>
  typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value;

/** A text in quotes, or a parameter with a name. */
const TEXT_OR_NAME = /'[^']*'|:([A-Za-z]+)/g;

/** The SQL with numbers in the place of names. A name that is there twice has one number. */
function numberedParameters(sql: string): { readonly text: string; readonly names: readonly string[] } {
  const names: string[] = [];
  const text = sql.replace(TEXT_OR_NAME, (found, name?: string) => {
    if (name === undefined) return found;
    if (!names.includes(name)) names.push(name);
    return `?${names.indexOf(name) + 1}`;
  });
  return { text, names };
}
