import type { SQLInputValue } from 'node:sqlite';
import { type FormerAlgo, impossibleInFormer } from '@algotheque/domain';
import { sourceFields, sourceValues } from '../algos/sourceRows.ts';
import { type Row, RowReader } from '../connection/rowReader.ts';

/** The columns of an entry. */
export const FORMER_COLUMNS = [
  'ref',
  'algoId',
  'version',
  'ownerId',
  'nom',
  'dateCreation',
  'dateModification',
  'modifiedBy',
  'dateSource',
  'contentBytes',
  'dateExpiration',
] as const;

const column = new RowReader('history', 'ref');

/** @throws DamagedError */
export function formerOf(row: Row): FormerAlgo {
  const former: FormerAlgo = {
    ...sourceFields(row, column, 'algoId'),
    dateExpiration: column.integer(row, 'dateExpiration'),
  };
  return column.possible(row, former, (read) => {
    const name = impossibleInFormer(read);
    return name === 'id' ? 'algoId' : name;
  });
}

const sum = new RowReader('versionBytes', 'ownerId');

/** No row: no versions. @throws DamagedError */
export const versionBytesOf = (row: Row | undefined): number => (row === undefined ? 0 : sum.integer(row, 'bytes'));

/** The values of an entry, by column. */
export function historyValues(former: FormerAlgo) {
  return {
    algoId: former.id,
    ...sourceValues(former),
    dateExpiration: former.dateExpiration,
  } satisfies Record<string, SQLInputValue>;
}
