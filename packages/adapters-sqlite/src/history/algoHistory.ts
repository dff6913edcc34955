import {
  type AlgoHistory,
  type DeletedQuery,
  type EndedFormer,
  type FormerAlgo,
  type FormerVersion,
  intact,
  type OnDamaged,
} from '@algotheque/domain';
import { BATCH, inBatches } from '../connection/batches.ts';
import type { Connection } from '../connection/connection.ts';
import type { Row } from '../connection/rowReader.ts';
import type { Statement } from '../connection/statement.ts';
import { formerOf, historyValues, versionBytesOf, versionOf } from './historyRows.ts';
import { historyStatements } from './historyStatements.ts';

/** Comes behind every integer in SQLite's order of types. */
const BEHIND_ALL = new Uint8Array();

/** What algorithms were, one row for each content. */
export class SqliteAlgoHistory implements AlgoHistory {
  /** Writes are committed in the order in which they come, those of records too. */
  readonly isInOrder = true;
  readonly #connection: Connection;
  readonly #sql: ReturnType<typeof historyStatements>;

  /** @param connection that of the records */
  constructor(connection: Connection) {
    this.#connection = connection;
    this.#sql = historyStatements(connection);
  }

  async put(entry: FormerVersion, most?: number): Promise<number | null> {
    const values = historyValues(entry);
    // A deletion may use a part of the reserve, so that people can delete when the disk is full.
    const kind = values.dateSuppression === null ? 'growth' : 'session';
    return this.#connection.commit(() => {
      const end = this.#sql.insert.run(values).changes === 1 ? null : this.#putAgain(values);
      if (most !== undefined) this.#sql.keepHighest.run({ algoId: values.algoId, most });
      return end;
    }, kind);
  }

  /** There is an entry of this `ref`. Its end then. */
  #putAgain(values: ReturnType<typeof historyValues>): number {
    const { ref, dateExpiration } = values;
    const row = this.#sql.replace.get(values) ?? this.#sql.endLater.get({ ref, dateExpiration });
    return Number(row?.['dateExpiration']);
  }

  async list(id: number, onDamaged?: OnDamaged): Promise<readonly FormerAlgo[]> {
    return this.#connection.read(() => intact(this.#sql.list.iterate(id), formerOf, { onDamaged }));
  }

  async find(id: number, version?: number): Promise<FormerVersion | null> {
    return this.#connection.read(() => {
      const row = version === undefined ? this.#sql.findHighest.get(id) : this.#sql.find.get({ id, version });
      return row === undefined ? null : versionOf(row);
    });
  }

  async listDeleted({ ownerId, after, limit }: DeletedQuery, onDamaged?: OnDamaged): Promise<readonly FormerAlgo[]> {
    const values = { ownerId, date: after?.dateSuppression ?? BEHIND_ALL, id: after?.id ?? 0 };
    return this.#connection.read(() => intact(this.#sql.listDeleted.iterate(values), formerOf, { limit, onDamaged }));
  }

  async listEnded(now: number, limit: number): Promise<readonly EndedFormer[]> {
    return this.#connection.read(() => this.#sql.listEnded.all({ now, limit }).map(endedOf));
  }

  async prolong({ ref, dateExpiration }: EndedFormer, until: number): Promise<void> {
    await this.#connection.commit(() => this.#sql.prolong.run({ ref, dateExpiration, until }));
  }

  async cut(latest: number): Promise<void> {
    await this.#repeat(this.#sql.cut, latest);
  }

  async remove({ ref, dateExpiration }: Pick<EndedFormer, 'ref' | 'dateExpiration'>): Promise<boolean> {
    return this.#connection.commit(() => this.#sql.remove.run({ ref, dateExpiration }).changes === 1);
  }

  async deleteByAlgo(id: number): Promise<void> {
    await this.#repeat(this.#sql.deleteByAlgo, id);
  }

  async deleteByOwner(ownerId: number): Promise<void> {
    for (const statement of this.#sql.deleteByOwner) await this.#repeat(statement, ownerId);
  }

  async dropGrants(ownerId: number): Promise<void> {
    await this.#repeat(this.#sql.dropGrants, ownerId);
  }

  async keepVersions(ownerId: number, mostBytes = Number.POSITIVE_INFINITY): Promise<number> {
    const read = (): number => versionBytesOf(this.#sql.versionBytes.get(ownerId));
    let bytes = this.#connection.read(read);
    if (bytes <= mostBytes) return bytes;
    await inBatches(() =>
      this.#connection.write(() => {
        let removed = 0;
        for (const { ref, contentBytes } of this.#sql.versionsByEnd.all({ ownerId, limit: BATCH })) {
          if (bytes <= mostBytes) break;
          this.#sql.removeByRef.run(String(ref));
          bytes -= Number(contentBytes);
          removed += 1;
        }
        return removed;
      }),
    );
    return bytes;
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

const endedOf = ({ ref, algoId, dateExpiration }: Row): EndedFormer => ({
  ref: String(ref),
  id: Number(algoId),
  dateExpiration: Number(dateExpiration),
});
