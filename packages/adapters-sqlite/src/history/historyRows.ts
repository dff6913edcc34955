import type { SQLInputValue } from 'node:sqlite';
import { type FormerAlgo, type FormerVersion, impossibleInFormer } from '@algotheque/domain';
import { sourceFields, sourceValues } from '../algos/sourceRows.ts';
import { type Row, RowReader } from '../connection/rowReader.ts';

/** The columns of an entry without its content. */
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

export const HISTORY_COLUMNS = [...FORMER_COLUMNS, 'bytes'] as const;

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
export function historyValues({ former, content }: FormerVersion) {
  return {
    algoId: former.id,
    ...sourceValues(former),
    dateExpiration: former.dateExpiration,
    bytes: content,
  } satisfies Record<string, SQLInputValue>;
}
