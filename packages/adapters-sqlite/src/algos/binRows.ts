import type { SQLInputValue } from 'node:sqlite';
import { type DeletedAlgo, impossibleInBin } from '@algotheque/domain';
import type { Connection } from '../connection/connection.ts';
import { BATCH } from '../connection/port.ts';
import { ColumnReader, type Row } from '../connection/rowReader.ts';
import { OWNED_IN_BIN } from '../schema/history.ts';
import { columnsOf, insertInto } from '../schema/migrations.ts';
import { folderPlacesOf, placesText } from './algoRows.ts';
import { grantsOf, grantsText } from './shareLists.ts';
import { sourceFields, sourceValues } from './sourceRows.ts';

const column = new ColumnReader('bin', 'id');

export function deletedOf(row: Row): DeletedAlgo {
  const deleted: DeletedAlgo = {
    ...sourceFields(row, column),
    permsAlgorithme: grantsOf(row, column),
    places: folderPlacesOf(row, column),
    waiting: [],
    dateSuppression: column.integer(row, 'dateSuppression'),
  };
  return column.possible(row, deleted, impossibleInBin);
}

export function binValues(algo: DeletedAlgo) {
  return {
    id: algo.id,
    ...sourceValues(algo),
    permsAlgorithme: grantsText(algo.permsAlgorithme),
    places: placesText(algo.places),
    dateSuppression: algo.dateSuppression,
  } satisfies Record<string, SQLInputValue>;
}

const COLUMNS = columnsOf('bin').join(', ');
const MOVED = COLUMNS.replace('dateSuppression', ':dateSuppression');

/** What is in the bin under the id of a record was put there by hand: it goes. */
const REPLACED = columnsOf('bin')
  .map((column) => `${column} = excluded.${column}`)
  .join(', ');

export function binStatements(connection: Connection) {
  return {
    add: connection.prepare(`
      INSERT INTO bin (${COLUMNS})
      SELECT ${MOVED} FROM algos WHERE id = :id AND version = :version
      ON CONFLICT (id) DO UPDATE SET ${REPLACED}`),
    deleteAlgo: connection.prepare('DELETE FROM algos WHERE id = ?'),
    restoreAlgo: connection.prepare(insertInto('algos')),
    findAlgo: connection.prepare('SELECT id FROM algos WHERE id = ?'),
    find: connection.prepare(`SELECT ${COLUMNS} FROM bin WHERE id = ?`),
    idOf: connection.prepare('SELECT id FROM bin WHERE ref = ?'),
    existing: connection.prepare('SELECT id FROM bin WHERE id IN (SELECT value FROM json_each(?))'),
    findVersion: connection.prepare(`SELECT ${COLUMNS} FROM bin WHERE id = :id AND version = :version`),
    list: connection.prepare(`
      SELECT ${COLUMNS} FROM bin WHERE ownerId = :ownerId AND (dateSuppression, id) < (:date, :id)
      ORDER BY dateSuppression DESC, id DESC`),
    remove: connection.prepare('DELETE FROM bin WHERE id = :id AND version = :version'),
    listUntil: connection.prepare(`
      SELECT id, version, ref FROM bin WHERE dateSuppression <= :date ORDER BY dateSuppression LIMIT :limit`),
    listOwned: connection.prepare('SELECT id, version, ref FROM bin WHERE ownerId = :ownerId LIMIT :limit'),
    usage: connection.prepare(`
      SELECT count(*) AS algos, coalesce(sum(${OWNED_IN_BIN}), 0) AS bytes FROM bin WHERE ownerId = :ownerId`),
    // A version that cannot be raised is damage, which is found by itself.
    dropRights: connection.prepare(`
      UPDATE bin SET version = CAST(version + 1 AS INTEGER), permsAlgorithme = '[]', places = iif(json_valid(places), (
        SELECT json_group_array(json(place.value)) FROM json_each(places) AS place
        WHERE place.type = 'object' AND place.value ->> '$.idUtilisateur' = ownerId), places)
      WHERE id IN (SELECT id FROM bin WHERE ownerId = ? AND permsAlgorithme <> '[]' LIMIT ${BATCH})`),
  };
}

export type BinStatements = ReturnType<typeof binStatements>;
