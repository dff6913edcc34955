import {
  type AlgoBin,
  type Algorithm,
  type BinKey,
  type BinQuery,
  DamagedError,
  type DeletedAlgo,
  intact,
  type OnDamaged,
  type Restoration,
} from '@algotheque/domain';
import { algoValues } from '../algos/algoRows.ts';
import { inBatches } from '../connection/batches.ts';
import type { Connection } from '../connection/connection.ts';
import { type Row, RowReader } from '../connection/rowReader.ts';
import type { Statement } from '../connection/statement.ts';
import type { UnwrittenRows } from '../content/unwrittenRows.ts';
import { deletedOf, restorableOf } from './binRows.ts';
import { binStatements } from './binStatements.ts';

/** Comes behind every integer in SQLite's order of types. */
const BEHIND_ALL = new Uint8Array();

const column = new RowReader('bin', 'id');

/** Deleted algorithms, one row for each. */
export class SqliteAlgoBin implements AlgoBin {
  readonly #connection: Connection;
  readonly #rows: UnwrittenRows;
  readonly #sql: ReturnType<typeof binStatements>;

  /**
   * @param connection that of the records
   * @param rows save staged content in the transaction of the record that names it
   */
  constructor(connection: Connection, rows: UnwrittenRows) {
    this.#connection = connection;
    this.#rows = rows;
    this.#sql = binStatements(connection);
  }

  async add(id: number, version: number, dateSuppression: number): Promise<boolean> {
    return this.#connection.commit(() => {
      if (this.#sql.add.run({ id, version, dateSuppression }).changes !== 1) return false;
      this.#sql.deleteAlgo.run(id);
      return true;
    }, 'session'); // may use a part of the reserve, so that people can delete when the disk is full
  }

  async find(id: number): Promise<DeletedAlgo | null> {
    return this.#connection.read(() => {
      const row = this.#sql.find.get(id);
      return row === undefined ? null : deletedOf(row);
    });
  }

  async idOf(ref: string): Promise<number | null> {
    return this.#connection.read(() => {
      const row = this.#sql.idOf.get(ref);
      return row === undefined ? null : column.integer(row, 'id');
    });
  }

  async list({ ownerId, after, limit }: BinQuery, onDamaged?: OnDamaged): Promise<readonly DeletedAlgo[]> {
    const values = { ownerId, date: after?.dateSuppression ?? BEHIND_ALL, id: after?.id ?? 0 };
    return this.#connection.read(() => intact(this.#sql.list.iterate(values), deletedOf, { limit, onDamaged }));
  }

  async restore(id: number, version: number, restoration: Restoration): Promise<Algorithm | null> {
    return this.#connection.commit(() => {
      const row = this.#sql.findVersion.get({ id, version });
      if (row === undefined) return null;
      if (this.#sql.findAlgo.get(id) !== undefined)
        throw new DamagedError({ place: 'bin', id, field: 'id' }, 'is the id of a record, too');
      const { dateSuppression: _, ...record } = restorableOf(row);
      const algo: Algorithm = { ...record, ...restoration, version: version + 1 };
      this.#sql.restoreAlgo.run(algoValues(algo)); // first: a content that nothing names is removed
      this.#sql.remove.run({ id, version });
      return algo;
    }, 'growth');
  }

  async remove({ id, version }: Pick<BinKey, 'id' | 'version'>): Promise<boolean> {
    const commit = this.#connection.commit(() => {
      const isRemoved = this.#sql.remove.run({ id, version }).changes === 1;
      // Somebody may have put a record of the same id there by hand: its content stays.
      const dropsContent = isRemoved && this.#sql.findAlgo.get(id) === undefined;
      if (dropsContent) this.#rows.drop(id);
      return { isRemoved, dropsContent };
    });
    return (await this.#rows.follow(commit, ({ dropsContent }) => (dropsContent ? { id, ref: null } : null))).isRemoved;
  }

  async listUntil(date: number, limit: number): Promise<readonly BinKey[]> {
    return this.#connection.read(() => this.#sql.listUntil.all({ date, limit }).map(keyOf));
  }

  async listOwned(ownerId: number, limit: number): Promise<readonly BinKey[]> {
    return this.#connection.read(() => this.#sql.listOwned.all({ ownerId, limit }).map(keyOf));
  }

  async dropRights(ownerId: number): Promise<void> {
    await this.#repeat(this.#sql.dropRights, ownerId);
  }

  /** Runs a statement that changes some rows at once until none is left. */
  async #repeat(statement: Statement, key: number): Promise<void> {
    await inBatches(() => this.#connection.write(() => statement.run(key).changes));
  }

  get medium(): object {
    return this.#connection;
  }

  health(): Promise<void> {
    return this.#connection.health();
  }
}

const keyOf = ({ id, version, ref }: Row): BinKey => ({ id: Number(id), version: Number(version), ref: String(ref) });
