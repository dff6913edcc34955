import {
  type AlgoHistory,
  DamagedError,
  type EndedFormer,
  type FormerAlgo,
  type FormerVersion,
  intact,
  type NewFormer,
  type OnDamaged,
} from '@algotheque/domain';
import { BATCH, inBatches } from '../connection/batches.ts';
import type { Connection } from '../connection/connection.ts';
import type { Row } from '../connection/rowReader.ts';
import type { Statement } from '../connection/statement.ts';
import { formerOf, historyValues, versionBytesOf, versionOf } from './historyRows.ts';
import { historyStatements } from './historyStatements.ts';

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

  async holds(ref: string): Promise<boolean> {
    return this.#connection.read(() => this.#sql.hasContent.get(ref)) !== undefined;
  }

  async put({ former, content }: NewFormer, most?: number): Promise<void> {
    const values = historyValues(former);
    const { ref, algoId, dateExpiration } = values;
    await this.#connection.commit(() => {
      if (content !== null) this.#sql.addContent.run({ ref, bytes: content });
      else if (this.#sql.hasContent.get(ref) === undefined)
        throw new DamagedError({ place: 'contents', id: ref, field: 'bytes' }, 'is not there');
      if (this.#sql.put.run(values).changes === 0) this.#sql.endLater.run({ ref, dateExpiration });
      if (most !== undefined) this.#sql.keepHighest.run({ algoId, most });
    }, 'growth');
  }

  async list(id: number, onDamaged?: OnDamaged): Promise<readonly FormerAlgo[]> {
    return this.#connection.read(() => intact(this.#sql.list.iterate(id), formerOf, { onDamaged }));
  }

  async find(id: number, version: number): Promise<FormerVersion | null> {
    return this.#connection.read(() => {
      const row = this.#sql.find.get({ id, version });
      return row === undefined ? null : versionOf(row);
    });
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

  async remove({ ref, dateExpiration }: Pick<EndedFormer, 'ref' | 'dateExpiration'>): Promise<void> {
    await this.#connection.commit(() => this.#sql.remove.run({ ref, dateExpiration }));
  }

  async deleteByAlgo(id: number): Promise<void> {
    await this.#repeat(this.#sql.deleteByAlgo, id);
  }

  async deleteByOwner(ownerId: number): Promise<void> {
    await this.#repeat(this.#sql.deleteByOwner, ownerId);
  }

  async keepVersions(ownerId: number, mostBytes = Number.POSITIVE_INFINITY): Promise<number> {
    let bytes = this.#connection.read(() => versionBytesOf(this.#sql.versionBytes.get(ownerId)));
    if (bytes <= mostBytes) return bytes;
    await inBatches(() => {
      const sizes = this.#connection.write(() => this.#removeFirst(ownerId, bytes - mostBytes));
      bytes = sizes.reduce((left, size) => left - size, bytes);
      return sizes.length;
    });
    return bytes;
  }

  /** Removes entries that have together at least these bytes, some of them at once. Their sizes. */
  #removeFirst(ownerId: number, bytes: number): readonly number[] {
    const sizes: number[] = [];
    let left = bytes;
    for (const { ref, contentBytes } of this.#sql.versionsByEnd.all({ ownerId, limit: BATCH })) {
      if (left <= 0) break;
      this.#sql.removeByRef.run(String(ref));
      sizes.push(Number(contentBytes));
      left -= Number(contentBytes);
    }
    return sizes;
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
