import type {
  DatabaseSync,
  SQLInputValue,
  SQLOutputValue,
  StatementResultingChanges,
  StatementSync,
} from 'node:sqlite';

/** Values of `?` in their order, or one object with those of `:name`. */
type Values = readonly SQLInputValue[] | readonly [Readonly<Record<string, SQLInputValue>>];

/** SQL that is parsed once for each time that its connection opens the file. */
export class Statement {
  readonly #sql: string;
  #parsed: StatementSync;

  constructor(sql: string, db: DatabaseSync) {
    this.#sql = sql;
    this.#parsed = db.prepare(sql);
  }

  /** Parses the SQL on the database that is open now: the one before it is closed. */
  attach(db: DatabaseSync): void {
    this.#parsed = db.prepare(this.#sql);
  }

  run(...values: Values): StatementResultingChanges {
    return this.#parsed.run(...positional(values));
  }

  get(...values: Values): Record<string, SQLOutputValue> | undefined {
    return this.#parsed.get(...positional(values));
  }

  all(...values: Values): Record<string, SQLOutputValue>[] {
    return this.#parsed.all(...positional(values));
  }

  /** Rows as they are asked for, within the work of one `read` or `write`. */
  iterate(...values: Values): Iterable<Record<string, SQLOutputValue>> {
    return this.#parsed.iterate(...positional(values));
  }
}

// The types of node:sqlite have an overload for each of the two forms and none for both; at run time they are one.
const positional = (values: Values): SQLInputValue[] => values as SQLInputValue[];
