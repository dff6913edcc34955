import type { Connection } from '../connection/connection.ts';
import { RowReader } from '../connection/rowReader.ts';
import type { Statement } from '../connection/statement.ts';

const column = new RowReader('contentOwner', 'id');

/**
 * Records in the database which folder has the content of its algorithms, by the id in the folder. So a database
 * that was restored beside the content of another store is recognised. All methods throw UnavailableError.
 */
export class ContentOwner {
  readonly #connection: Connection;
  readonly #find: Statement;
  readonly #record: Statement;
  readonly #findAlgo: Statement;
  readonly #findGivenId: Statement;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#find = connection.prepare('SELECT id, owner FROM contentOwner WHERE id = 1');
    this.#record = connection.prepare('INSERT OR REPLACE INTO contentOwner (id, owner) VALUES (1, ?)');
    this.#findAlgo = connection.prepare(
      'SELECT id FROM algos WHERE id > 0 UNION ALL SELECT id FROM bin WHERE id > 0 LIMIT 1',
    );
    this.#findGivenId = connection.prepare('SELECT id FROM algoIds WHERE id = 1 AND last > 0');
  }

  /** The id of the folder; null if none was recorded. */
  find(): string | null {
    return this.#connection.read(() => {
      const row = this.#find.get();
      return row === undefined ? null : column.text(row, 'owner');
    });
  }

  /** Records the id of the folder, durably. */
  record(owner: string): void {
    this.#connection.write(() => this.#record.run(owner));
  }

  /** Whether there is an algorithm, perhaps in the bin. */
  hasAlgos(): boolean {
    return this.#connection.read(() => this.#findAlgo.get()) !== undefined;
  }

  /** Whether there was ever an algorithm: ids are not given again. */
  hadAlgos(): boolean {
    return this.hasAlgos() || this.#connection.read(() => this.#findGivenId.get()) !== undefined;
  }
}
