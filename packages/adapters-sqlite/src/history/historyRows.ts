import type { SQLInputValue } from 'node:sqlite';
import { type FormerAlgo, type FormerVersion, impossibleInFormer } from '@algotheque/domain';
import { sourceFields, sourceValues } from '../algos/sourceRows.ts';
import { type Row, RowReader } from '../connection/rowReader.ts';

/** The columns of an entry; its content is in the table `contents`. */
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

/** What selects an entry with its content. */
export const CONTENT_OF_FORMER = '(SELECT bytes FROM contents WHERE contents.ref = history.ref) AS bytes';

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

/** @throws DamagedError */
export function versionOf(row: Row): FormerVersion {
  const { bytes } = row;
  return { former: formerOf(row), content: bytes instanceof Uint8Array ? bytes : column.refuse(row, 'bytes') };
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
