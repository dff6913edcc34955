import type { SQLInputValue } from 'node:sqlite';
import { type DeletedAlgo, impossibleInBin, isRaisable } from '@algotheque/domain';
import { KEPT_COLUMNS, placesOf, placesText } from '../algos/algoRows.ts';
import { grantsOf, grantsText } from '../algos/shareLists.ts';
import { sourceFields, sourceValues } from '../algos/sourceRows.ts';
import { type Row, RowReader } from '../connection/rowReader.ts';

export const BIN_COLUMNS = [...KEPT_COLUMNS, 'contentBytes', 'dateSuppression'] as const;

const column = new RowReader('bin', 'id');

/** @throws DamagedError */
export function deletedOf(row: Row): DeletedAlgo {
  const deleted: DeletedAlgo = {
    ...sourceFields(row, column),
    permsAlgorithme: grantsOf(row, column),
    places: placesOf(row, column),
    waiting: [],
    dateSuppression: column.integer(row, 'dateSuppression'),
  };
  return column.possible(row, deleted, impossibleInBin);
}

/** What a restoration starts from. @throws DamagedError; for a version that cannot be raised, too */
export function restorableOf(row: Row): DeletedAlgo {
  const deleted = deletedOf(row);
  return isRaisable(deleted.version) ? deleted : column.refuse(row, 'version');
}

/** The values of an entry, by column. */
export function binValues(algo: DeletedAlgo) {
  return {
    id: algo.id,
    ...sourceValues(algo),
    permsAlgorithme: grantsText(algo.permsAlgorithme),
    places: placesText(algo.places),
    dateSuppression: algo.dateSuppression,
  } satisfies Record<string, SQLInputValue>;
}
