import { type AlgoBin, type Algorithm, type BinKey, DamagedError, intact, type Restoration } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { healthOf, reading, repeating } from '../connection/port.ts';
import { ColumnReader, orNull, type Row } from '../connection/rowReader.ts';
import { algoValues } from './algoRows.ts';
import { type BinStatements, binStatements, deletedOf } from './binRows.ts';

/** Comes behind every integer in SQLite's order of types. */
const BEHIND_ALL = new Uint8Array();

const column = new ColumnReader('bin', 'id');

/** Deleted algorithms, one row for each. @param connection that of the records */
export function sqliteAlgoBin(connection: Connection): AlgoBin {
  const sql = binStatements(connection);
  const read = reading(connection);
  const repeat = repeating(connection);
  return {
    add: (id, version, dateSuppression) =>
      connection.commit(() => {
        if (sql.add.run({ id, version, dateSuppression }).changes !== 1) return false;
        sql.deleteAlgo.run(id);
        return true;
      }, 'session'), // may use a part of the reserve, so that people can delete when the disk is full
    find: (id) => read(() => orNull(sql.find.get(id), deletedOf)),
    idOf: (ref) => read(() => orNull(sql.idOf.get(ref), (row) => column.integer(row, 'id'))),
    existing: (ids) => read(() => sql.existing.all(JSON.stringify(ids)).map(({ id }) => Number(id))),
    async list({ ownerId, after, limit }, onDamaged) {
      const values = { ownerId, date: after?.dateSuppression ?? BEHIND_ALL, id: after?.id ?? 0 };
      return connection.read(() => intact(sql.list.iterate(values), deletedOf, { limit, onDamaged }));
    },
    restore: (id, version, restoration) =>
      connection.commit(() => restored(sql, { id, version }, restoration), 'growth'),
    remove: ({ id, version }) => connection.commit(() => sql.remove.run({ id, version }).changes === 1),
    listUntil: (date, limit) => read(() => sql.listUntil.all({ date, limit }).map(keyOf)),
    listOwned: (ownerId, limit) => read(() => sql.listOwned.all({ ownerId, limit }).map(keyOf)),
    usage: (ownerId) =>
      read(() => {
        const { algos, bytes } = sql.usage.get({ ownerId }) ?? {};
        return { algos: Number(algos), bytes: Number(bytes) };
      }),
    dropRights: (ownerId) => repeat(sql.dropRights, ownerId),
    ...healthOf(connection),
  };
}

/** Within a transaction. */
function restored(
  sql: BinStatements,
  { id, version }: Pick<BinKey, 'id' | 'version'>,
  restoration: Restoration,
): Algorithm | null {
  const row = sql.findVersion.get({ id, version });
  if (row === undefined) return null;
  if (sql.findAlgo.get(id) !== undefined)
    throw new DamagedError({ place: 'bin', id, field: 'id' }, 'is the id of a record, too');
  const { dateSuppression: _, ...record } = deletedOf(row);
  const algo: Algorithm = { ...record, ...restoration, version: version + 1 };
  sql.restoreAlgo.run(algoValues(algo));
  sql.remove.run({ id, version });
  return algo;
}

const keyOf = ({ id, version, ref }: Row): BinKey => ({ id: Number(id), version: Number(version), ref: String(ref) });
