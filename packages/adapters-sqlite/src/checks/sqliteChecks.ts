import type { ContentFiles } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { remakeKeys, wrongKeys } from '../users/emailCase.ts';
import { restoreSchema, type SchemaDifference, schemaDifferences } from './schemaCheck.ts';
import { rebuildSums, type SumDifferences, sumDifferences } from './sumsCheck.ts';
import { type ImpossibleRow, impossibleRows, removeRow } from './unwrittenCheck.ts';

/** How many problems SQLite reports at most. */
const MOST_PROBLEMS = 100;

/** What can be checked in a store file beside its records, and mended. The methods that mend need a store that is open for writing. */
export class SqliteChecks {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** What SQLite itself finds wrong in the file: pages, indexes, constraints. It reads the whole file. */
  integrity(): readonly string[] {
    const rows = this.#connection.read(() =>
      this.#connection.prepare(`PRAGMA integrity_check(${MOST_PROBLEMS})`).all(),
    );
    return rows.map((row) => String(Object.values(row)[0])).filter((line) => line !== 'ok');
  }

  /** Makes all indexes anew from their tables. */
  rebuildIndexes(): void {
    this.#connection.write(() => this.#connection.exec('REINDEX'));
  }

  schemaDifferences(): readonly SchemaDifference[] {
    return schemaDifferences(this.#connection);
  }

  restoreSchema(): void {
    restoreSchema(this.#connection);
  }

  sumDifferences(): SumDifferences {
    return sumDifferences(this.#connection);
  }

  rebuildSums(): void {
    rebuildSums(this.#connection);
  }

  /** Users whose address is compared by a key that is not its own; at most 100. */
  wrongEmailKeys(): readonly number[] {
    return wrongKeys(this.#connection);
  }

  /** @throws StoreFileError when two users have one address */
  remakeEmailKeys(): void {
    remakeKeys(this.#connection);
  }

  impossibleRows(files: Pick<ContentFiles, 'isContentOf'>): readonly ImpossibleRow[] {
    return impossibleRows(this.#connection, files);
  }

  /** Removes a row of `unwritten`, if it still has this reference. */
  removeRow(row: Pick<ImpossibleRow, 'id' | 'ref'>): void {
    removeRow(this.#connection, row);
  }
}
