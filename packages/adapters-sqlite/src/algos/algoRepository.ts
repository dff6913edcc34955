import {
  type AlgoChanges,
  type AlgoRepository,
  type Algorithm,
  type FormerAlgo,
  folderOf,
  IdTakenError,
  intact,
  type NewAlgorithm,
  type WriteKind,
} from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { healthOf, reading } from '../connection/port.ts';
import { orNull } from '../connection/rowReader.ts';
import { accessiblePages } from './accessibleAlgos.ts';
import { algoIds } from './algoIds.ts';
import { algoOf, algoValues, changedValues, folderPlacesOf, placesText, usageOf } from './algoRows.ts';
import { type AlgoStatements, algoStatements } from './algoStatements.ts';
import { foundAlgos } from './foundAlgos.ts';

/** Within a transaction: stores an entry of the history, as `AlgoHistory.put` says. */
export type PutFormer = (former: FormerAlgo) => void;

interface Parts {
  readonly connection: Connection;
  readonly sql: AlgoStatements;
  readonly putFormer: PutFormer;
}

export function sqliteAlgoRepository(connection: Connection, putFormer: PutFormer): AlgoRepository {
  const ids = algoIds(connection);
  const sql = algoStatements(connection);
  const pageOf = accessiblePages(connection);
  const read = reading(connection);
  const parts = { connection, sql, putFormer };
  return {
    nextId: () => read(() => ids.next()),
    lastId: () => read(() => ids.last()),
    existing: (found) => read(() => sql.existing.all(JSON.stringify(found)).map(({ id }) => Number(id))),
    insert: (fields) => insert(parts, fields),
    findById: (id, userId) =>
      read(() => orNull(userId === undefined ? sql.findById.get(id) : sql.findByIdFor.get({ id, userId }), algoOf)),
    async findByRef(ref) {
      if (!ref.isWellFormed()) return null; // SQLite would search for another reference
      return connection.read(() => orNull(sql.findByRef.get(ref), algoOf));
    },
    compareAndSet: (id, version, changes, former) => compareAndSet(parts, { id, version, former }, changes),
    delete: (id, version) => connection.commit(() => sql.delete.run({ id, version }).changes === 1),
    place: (id, userId, dossierId) => connection.commit(() => place(sql, { id, userId }, dossierId), 'growth'),
    refOf: (id) =>
      read(() => {
        const ref = sql.refOf.get(id)?.['ref'];
        return typeof ref === 'string' ? ref : null;
      }),
    ...foundAlgos(connection),
    listAccessible: (query, onDamaged) => read(() => pageOf(query, onDamaged)),
    listAll: ({ after, limit }, onDamaged) =>
      read(() => intact(sql.listAll.iterate(after), algoOf, { limit, onDamaged })),
    async listWaiting({ limit, ...query }, onDamaged) {
      if (!query.mailbox.isWellFormed()) return []; // SQLite would search for another one
      return connection.read(() => intact(sql.listWaiting.iterate(query), algoOf, { limit, onDamaged }));
    },
    listSharesDue: ({ limit, ...query }, onDamaged) =>
      read(() => intact(sql.listSharesDue.iterate({ endsAfter: null, ...query }), algoOf, { limit, onDamaged })),
    usage: (ownerId) => read(() => usageOf(sql.usage.get(ownerId))),
    ...healthOf(connection),
  };
}

async function insert({ connection, sql }: Parts, fields: NewAlgorithm): Promise<Algorithm> {
  const values = algoValues({ places: [], waiting: [], version: 1, ...fields });
  return connection.commit(() => {
    const present = sql.findById.get(fields.id);
    // No row is inserted if the id is in the bin.
    const isSaved = present === undefined ? sql.insert.run(values).changes === 1 : present['ref'] === fields.ref;
    if (!isSaved)
      throw new IdTakenError({ place: 'algos', id: fields.id, field: 'id' }, 'belongs to another algorithm');
    return algoOf(present ?? { ...values });
  }, 'growth');
}

interface Compared extends Pick<Algorithm, 'id' | 'version'> {
  readonly former: FormerAlgo | undefined;
}

async function compareAndSet(
  { connection, sql, putFormer }: Parts,
  { id, version, former }: Compared,
  changes: AlgoChanges,
): Promise<Algorithm | null> {
  const changed = changedValues(changes);
  return connection.commit(
    () => {
      const algo = orNull(sql.updateOf(Object.keys(changed)).get({ id, version, ...changed }), algoOf);
      if (algo !== null && former !== undefined) putFormer(former);
      return algo;
    },
    kindOf({ connection, sql }, id, changed),
  );
}

/**
 * A change of rights alone that makes the record no longer is a removal: on a full disk too they are withdrawn, and what waits is given or
 * ended.
 */
function kindOf(
  { connection, sql }: Pick<Parts, 'connection' | 'sql'>,
  id: number,
  { nom, ref, permsAlgorithme, waiting }: ReturnType<typeof changedValues>,
): WriteKind {
  const isOfShares = permsAlgorithme !== undefined || waiting !== undefined;
  if (nom !== undefined || ref !== undefined || !isOfShares) return 'growth';
  const values = { id, permsAlgorithme: permsAlgorithme ?? null, waiting: waiting ?? null };
  const bytes = connection.read(() => sql.bytesOfShares.get(values));
  return Number(bytes?.['growth'] ?? 0) > 0 ? 'growth' : 'removal';
}

/** Within a transaction. False if the user cannot access the algorithm. */
function place(
  sql: AlgoStatements,
  { id, userId }: { readonly id: number; readonly userId: number },
  dossierId: number | null,
): boolean {
  const row = sql.placesOf.get({ id, userId });
  if (row === undefined) return false;
  const places = folderPlacesOf(row).filter(({ idUtilisateur }) => idUtilisateur !== userId);
  if (dossierId !== null) places.push({ idUtilisateur: userId, dossierId });
  const own = folderOf({ places }, Number(row['ownerId']));
  sql.setPlaces.run({ id, places: placesText(places), dossierId: own });
  return true;
}
