import type { SQLOutputValue } from 'node:sqlite';
import { DamagedError } from '@algotheque/domain';

export type Row = Readonly<Record<string, SQLOutputValue>>;

export const orNull = <Read>(row: Row | undefined, read: (row: Row) => Read): Read | null =>
  row === undefined ? null : read(row);

/** How much of a key messages show: enough to identify the row, not all of a token's digest. */
const SHOWN_KEY = 8;

/** Reads the columns of one table. It throws DamagedError for an edited row, which is never taken for a valid one. */
export class ColumnReader {
  readonly #table: string;
  readonly #key: string;

  constructor(table: string, key: string) {
    this.#table = table;
    this.#key = key;
  }

  integer(row: Row, column: string): number {
    const value = row[column];
    return typeof value === 'number' ? value : this.refuse(row, column);
  }

  text(row: Row, column: string): string {
    const value = row[column];
    return typeof value === 'string' ? value : this.refuse(row, column);
  }

  textOrNull(row: Row, column: string): string | null {
    return row[column] === null ? null : this.text(row, column);
  }

  integerOrNull(row: Row, column: string): number | null {
    return row[column] === null ? null : this.integer(row, column);
  }

  flag(row: Row, column: string): boolean {
    const value = row[column];
    return value === 0 || value === 1 ? value === 1 : this.refuse(row, column);
  }

  /** A list in JSON. @throws DamagedError if it is none, or an element is none of those that `isElement` takes */
  list<Element>(row: Row, column: string, isElement: (value: unknown) => value is Element): readonly Element[] {
    const text = this.text(row, column);
    if (text === '[]') return []; // most lists are empty, and need no parsing
    const list = this.#parsed(row, column, text);
    return Array.isArray(list) && list.every(isElement) ? list : this.refuse(row, column);
  }

  #parsed(row: Row, column: string, text: string): unknown {
    try {
      return JSON.parse(text);
    } catch (cause) {
      return this.refuse(row, column, { cause });
    }
  }

  /**
   * What was read from the row. `impossible` returns the column of a value that was never written, or null.
   * @throws DamagedError
   */
  possible<Read>(row: Row, read: Read, impossible: (read: Read) => string | null): Read {
    const name = impossible(read);
    return name === null ? read : this.refuse(row, name);
  }

  /** @throws DamagedError naming table, key and column, never the value */
  refuse(row: Row, column: string, options?: ErrorOptions): never {
    const key = row[this.#key];
    const id = typeof key === 'string' ? key.slice(0, SHOWN_KEY) : String(key);
    throw new DamagedError({ place: this.#table, id, field: column }, PROBLEM, options);
  }
}

/** Accepts an object with these fields and no others, each of which its check accepts. */
export function objectOf<Element>(checks: { readonly [Name in keyof Element]-?: (value: unknown) => boolean }) {
  const all = Object.entries<(value: unknown) => boolean>(checks);
  return (value: unknown): value is Element => {
    const fields: Readonly<Record<string, unknown>> = { ...Object(value) };
    return Object.keys(fields).length === all.length && all.every(([name, isPossible]) => isPossible(fields[name]));
  };
}

export const isString = (value: unknown): boolean => typeof value === 'string';
export const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
export const isInteger = (value: unknown): boolean => Number.isSafeInteger(value);
export const isOneOf =
  (choices: readonly string[]) =>
  (value: unknown): boolean =>
    choices.some((choice) => choice === value);

const PROBLEM = 'it cannot be what was written, because somebody edited the row; restore it, or correct it by hand';

/**
 * The text, if SQLite stores it unchanged. UTF-8 has no lone surrogates, so such a text would be changed.
 * @throws TypeError naming the column
 */
export function storableText(text: string, column: string): string {
  if (!text.isWellFormed()) throw new TypeError(`${column} holds a lone surrogate and cannot be stored as it is`);
  return text;
}
