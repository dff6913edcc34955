import {
  type AccessibleQuery,
  type AlgoChanges,
  type AlgoEntry,
  type AlgoPage,
  type AlgoRepository,
  type Algorithm,
  type AllQuery,
  type ConditionQuery,
  folderOf,
  IdTakenError,
  intact,
  type NewAlgorithm,
  type OnDamaged,
  type SharesDueQuery,
  type Usage,
  type WaitingQuery,
  type Walked,
  type WalkQuery,
  type WriteKind,
} from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import type { Row } from '../connection/rowReader.ts';
import type { UnwrittenRows } from '../content/unwrittenRows.ts';
import { AccessibleAlgos } from './accessibleAlgos.ts';
import type { AlgoIds } from './algoIds.ts';
import { algoOf, algoValues, changedValues, placesOf, placesText, usageOf } from './algoRows.ts';
import { algoStatements } from './algoStatements.ts';
import { FoundAlgos } from './foundAlgos.ts';
import { removeRights } from './removeRights.ts';

type Changed = ReturnType<typeof changedValues>;

export class SqliteAlgoRepository implements AlgoRepository {
  readonly #connection: Connection;
  readonly #ids: AlgoIds;
  readonly #rows: UnwrittenRows;
  readonly #sql: ReturnType<typeof algoStatements>;
  readonly #lists: AccessibleAlgos;
  readonly #found: FoundAlgos;

  /** @param rows save staged content in the transaction of the record that names it */
  constructor(connection: Connection, ids: AlgoIds, rows: UnwrittenRows) {
    this.#connection = connection;
    this.#ids = ids;
    this.#rows = rows;
    this.#sql = algoStatements(connection);
    this.#lists = new AccessibleAlgos(connection);
    this.#found = new FoundAlgos(connection);
  }

  async nextId(): Promise<number> {
    return this.#connection.read(() => this.#ids.next());
  }

  async insert(fields: NewAlgorithm): Promise<Algorithm> {
    const values = algoValues({ places: [], waiting: [], version: 1, ...fields });
    const commit = this.#connection.commit(() => {
      const present = this.#sql.findById.get(fields.id);
      const isSaved = present === undefined ? this.#insert(values) : present['ref'] === fields.ref;
      if (!isSaved)
        throw new IdTakenError({ place: 'algos', id: fields.id, field: 'id' }, 'belongs to another algorithm');
      return algoOf(present ?? { ...values });
    }, 'growth');
    return this.#rows.follow(commit, (algo) => algo);
  }

  /** False if the id is in the bin. */
  #insert(values: ReturnType<typeof algoValues>): boolean {
    const isInserted = this.#sql.insert.run(values).changes === 1;
    if (isInserted) this.#rows.save(values.id, values.ref);
    return isInserted;
  }

  async findById(id: number, userId?: number): Promise<Algorithm | null> {
    const find = () => (userId === undefined ? this.#sql.findById.get(id) : this.#sql.findByIdFor.get({ id, userId }));
    return this.#connection.read(() => found(find()));
  }

  async findByRef(ref: string): Promise<Algorithm | null> {
    if (!ref.isWellFormed()) return null; // SQLite would search for another reference
    return this.#connection.read(() => found(this.#sql.findByRef.get(ref)));
  }

  async compareAndSet(id: number, version: number, changes: AlgoChanges): Promise<Algorithm | null> {
    const changed = changedValues(changes);
    const { ref } = changes;
    const commit = this.#connection.commit(
      () => {
        const algo = found(this.#sql.updateOf(Object.keys(changed)).get({ id, version, ...changed }));
        if (algo !== null && ref !== undefined) this.#rows.save(id, ref);
        return algo;
      },
      this.#kindOf(id, changed),
    );
    return this.#rows.follow(commit, (algo) => (ref === undefined ? null : algo));
  }

  /** A change of rights alone that makes the record no longer is a removal: on a full disk too they are withdrawn, and what waits is given or ended. */
  #kindOf(id: number, { nom, ref, permsAlgorithme, waiting }: Changed): WriteKind {
    const isOfShares = permsAlgorithme !== undefined || waiting !== undefined;
    if (nom !== undefined || ref !== undefined || !isOfShares) return 'growth';
    const values = { id, permsAlgorithme: permsAlgorithme ?? null, waiting: waiting ?? null };
    const bytes = this.#connection.read(() => this.#sql.bytesOfShares.get(values));
    return Number(bytes?.['growth'] ?? 0) > 0 ? 'growth' : 'removal';
  }

  async delete(id: number, version: number | null): Promise<boolean> {
    const commit = this.#connection.commit(() => {
      const isDeleted = this.#sql.delete.run({ id, version }).changes === 1;
      if (isDeleted) this.#rows.drop(id);
      return isDeleted;
    });
    return this.#rows.follow(commit, (isDeleted) => (isDeleted ? { id, ref: null } : null));
  }

  async place(id: number, userId: number, dossierId: number | null): Promise<boolean> {
    return this.#connection.commit(() => {
      const row = this.#sql.placesOf.get({ id, userId });
      if (row === undefined) return false;
      const places = placesOf(row).filter(({ idUtilisateur }) => idUtilisateur !== userId);
      if (dossierId !== null) places.push({ idUtilisateur: userId, dossierId });
      const own = folderOf({ places }, Number(row['ownerId']));
      this.#sql.setPlaces.run({ id, places: placesText(places), dossierId: own });
      return true;
    }, 'growth');
  }

  async walk(query: WalkQuery, onDamaged?: OnDamaged): Promise<Walked> {
    return this.#connection.read(() => this.#found.walk(query, onDamaged));
  }

  async idsWhere(query: ConditionQuery): Promise<readonly number[]> {
    return this.#connection.read(() => this.#found.idsWhere(query));
  }

  async entriesOf(userId: number, ids: readonly number[], onDamaged?: OnDamaged): Promise<readonly AlgoEntry[]> {
    return this.#connection.read(() => this.#found.entriesOf(userId, ids, onDamaged));
  }

  async countByFolder(userId: number): Promise<ReadonlyMap<number | null, number>> {
    return this.#connection.read(() => this.#found.countByFolder(userId));
  }

  async refOf(id: number): Promise<string | null> {
    return this.#connection.read(() => {
      const ref = this.#sql.refOf.get(id)?.['ref'];
      return typeof ref === 'string' ? ref : null;
    });
  }

  async listAccessible(query: AccessibleQuery, onDamaged?: OnDamaged): Promise<AlgoPage> {
    return this.#connection.read(() => this.#lists.page(query, onDamaged));
  }

  async listByOwner(ownerId: number, limit: number, onDamaged?: OnDamaged): Promise<readonly Algorithm[]> {
    return this.#connection.read(() => intact(this.#sql.listByOwner.iterate(ownerId), algoOf, { limit, onDamaged }));
  }

  async listAll({ after, limit }: AllQuery, onDamaged?: OnDamaged): Promise<readonly Algorithm[]> {
    return this.#connection.read(() => intact(this.#sql.listAll.iterate(after), algoOf, { limit, onDamaged }));
  }

  async listWaiting({ limit, ...query }: WaitingQuery, onDamaged?: OnDamaged): Promise<readonly Algorithm[]> {
    if (!query.mailbox.isWellFormed()) return []; // SQLite would search for another one
    return this.#connection.read(() => intact(this.#sql.listWaiting.iterate(query), algoOf, { limit, onDamaged }));
  }

  async listSharesDue({ limit, ...query }: SharesDueQuery, onDamaged?: OnDamaged): Promise<readonly Algorithm[]> {
    const values = { endsAfter: null, ...query };
    return this.#connection.read(() => intact(this.#sql.listSharesDue.iterate(values), algoOf, { limit, onDamaged }));
  }

  async usage(ownerId: number): Promise<Usage> {
    return this.#connection.read(() => usageOf(this.#sql.usage.get(ownerId)));
  }

  async removeRights(userId: number, onDamaged?: OnDamaged): Promise<void> {
    await removeRights({ connection: this.#connection, sql: this.#sql }, userId, onDamaged);
  }

  get medium(): object {
    return this.#connection;
  }

  health(): Promise<void> {
    return this.#connection.health();
  }
}

const found = (row: Row | undefined): Algorithm | null => (row === undefined ? null : algoOf(row));
