import {
  type AccessibleQuery,
  type AlgoChanges,
  type AlgoPage,
  type AlgoRepository,
  type Algorithm,
  type AlgoView,
  DamagedError,
  intact,
  listed,
  type OnDamaged,
  pageOf,
  type Usage,
  viewBytes,
} from '@algotheque/domain';
import { inBatches } from '../connection/batches.ts';
import type { Connection } from '../connection/connection.ts';
import type { Row } from '../connection/rowReader.ts';
import { storableText } from '../connection/storableText.ts';
import type { AlgoIds } from './algoIds.ts';
import {
  algoOf,
  algoValues,
  algoViewOf,
  grantsText,
  ownedRow,
  type Rights,
  rightsOf,
  sharedRow,
  usageOf,
} from './algoRows.ts';
import { algoStatements } from './algoStatements.ts';

export class SqliteAlgoRepository implements AlgoRepository {
  readonly #connection: Connection;
  readonly #ids: AlgoIds;
  readonly #sql: ReturnType<typeof algoStatements>;

  constructor(connection: Connection, ids: AlgoIds) {
    this.#connection = connection;
    this.#ids = ids;
    this.#sql = algoStatements(connection);
  }

  async nextId(): Promise<number> {
    return this.#connection.read(() => this.#ids.next());
  }

  async insert(fields: Omit<Algorithm, 'version'>): Promise<Algorithm> {
    const values = algoValues({ ...fields, version: 1 });
    return this.#connection.commit(() => {
      const present = this.#sql.findById.get(fields.id);
      if (present === undefined) this.#sql.insert.run(values);
      else if (present['ref'] !== fields.ref) throw new Error(`Algorithm ${fields.id} is there already`);
      return algoOf(present ?? { ...values });
    }, 'growth');
  }

  async findById(id: number): Promise<Algorithm | null> {
    return this.#connection.read(() => found(this.#sql.findById.get(id)));
  }

  async findByRef(ref: string): Promise<Algorithm | null> {
    if (!ref.isWellFormed()) return null; // SQLite would search for another reference
    return this.#connection.read(() => found(this.#sql.findByRef.get(ref)));
  }

  async compareAndSet(id: number, version: number, changes: AlgoChanges): Promise<Algorithm | null> {
    const values = { id, version, ...changedValues(changes) };
    return this.#connection.commit(() => found(this.#sql.compareAndSet.get(values)), 'growth');
  }

  async delete(id: number, version: number | null): Promise<boolean> {
    return this.#connection.commit(() => this.#sql.delete.run({ id, version }).changes === 1);
  }

  async refOf(id: number): Promise<string | null> {
    return this.#connection.read(() => {
      const ref = this.#sql.refOf.get(id)?.['ref'];
      return typeof ref === 'string' ? ref : null;
    });
  }

  async listAccessible(
    { by, seenBy, after = 0, ...bounds }: AccessibleQuery,
    onDamaged?: OnDamaged,
  ): Promise<AlgoPage> {
    const range = { seenBy, after, limit: bounds.limit + 1 };
    return this.#connection.read(() => {
      const { listOwn, listCommon, listCommonShort } = this.#sql;
      const isOwn = by === seenBy;
      const views = shortViews(isOwn ? this.#shortOwn(range) : listCommonShort.all({ by, ...range }));
      if (views !== null) return pageOf(views, bounds, viewBytes);
      const rows = isOwn ? listOwn.iterate(range) : listCommon.iterate({ by, ...range });
      return pageOf(listed(rows, algoViewOf, onDamaged), bounds, viewBytes);
    });
  }

  /** What a user can access, for that user, with short grants only: two ranges, because most users share nothing. */
  #shortOwn(range: { readonly seenBy: number; readonly after: number; readonly limit: number }): Row[] {
    const owned = this.#sql.ownedShort.allValues(range).map((values) => ownedRow(values, range.seenBy));
    const shared = this.#sql.sharedWith.allValues(range).map(sharedRow);
    if (shared.length === 0) return owned;
    const both = [...owned, ...shared].sort((one, other) => Number(one['id']) - Number(other['id']));
    return both.slice(0, range.limit);
  }

  async listByOwner(ownerId: number, limit: number, onDamaged?: OnDamaged): Promise<readonly Algorithm[]> {
    return this.#connection.read(() => intact(this.#sql.listByOwner.iterate(ownerId), algoOf, { limit, onDamaged }));
  }

  async usage(ownerId: number): Promise<Usage> {
    return this.#connection.read(() => usageOf(this.#sql.usage.get(ownerId)));
  }

  async removeRights(userId: number, onDamaged?: OnDamaged): Promise<void> {
    let after = 0;
    await inBatches(() => {
      const ids = this.#connection.write(() => this.#removeSomeRights({ userId, after }, onDamaged));
      after = ids.at(-1) ?? after;
      return ids.length;
    });
  }

  /** The ids of the records that were read. */
  #removeSomeRights(range: { readonly userId: number; readonly after: number }, onDamaged?: OnDamaged): number[] {
    const rows = this.#sql.listNaming.all(range);
    for (const rights of intact(rows, rightsOf, { onDamaged })) this.#removeRight(rights, range.userId);
    return rows.map(({ id }) => Number(id));
  }

  #removeRight({ id, permsAlgorithme }: Rights, userId: number): void {
    const left = permsAlgorithme.filter(({ idUtilisateur }) => idUtilisateur !== userId);
    this.#sql.setGrants.run(grantsText(left), id);
  }

  get medium(): object {
    return this.#connection;
  }

  health(): Promise<void> {
    return this.#connection.health();
  }
}

const found = (row: Row | undefined): Algorithm | null => (row === undefined ? null : algoOf(row));

/** The records of a short list, or null when one is damaged or has grants that were not read. */
function shortViews(rows: readonly Row[]): readonly AlgoView[] | null {
  try {
    return rows.map(algoViewOf);
  } catch (error) {
    if (error instanceof DamagedError) return null;
    throw error;
  }
}

function changedValues({ nom, ref, contentBytes, dateModification, permsAlgorithme }: AlgoChanges) {
  return {
    nom: nom === undefined ? null : storableText(nom, 'nom'),
    ref: ref === undefined ? null : storableText(ref, 'ref'),
    contentBytes: contentBytes ?? null,
    dateModification: dateModification ?? null,
    permsAlgorithme: permsAlgorithme === undefined ? null : grantsText(permsAlgorithme),
  };
}
