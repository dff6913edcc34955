import type { SQLInputValue } from 'node:sqlite';
import { type FormerAlgo, type FormerVersion, impossibleInFormer } from '@algotheque/domain';
import { algoFields, placesText } from '../algos/algoRows.ts';
import { grantsText } from '../algos/shareLists.ts';
import { type Row, RowReader } from '../connection/rowReader.ts';
import { storableText } from '../connection/storableText.ts';

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
  'dateSuppression',
  'dateExpiration',
  'permsAlgorithme',
  'places',
] as const;

export const HISTORY_COLUMNS = [...FORMER_COLUMNS, 'bytes'] as const;

const column = new RowReader('history', 'ref');

/** @throws DamagedError */
export function formerOf(row: Row): FormerAlgo {
  const former: FormerAlgo = {
    ...algoFields(row, column, 'algoId'),
    dateSuppression: column.integerOrNull(row, 'dateSuppression'),
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
    ref: storableText(former.ref, 'ref'),
    algoId: former.id,
    version: former.version,
    ownerId: former.ownerId,
    nom: storableText(former.nom, 'nom'),
    dateCreation: former.dateCreation,
    dateModification: former.dateModification,
    modifiedBy: former.modifiedBy ?? null,
    dateSource: former.dateSource ?? null,
    contentBytes: former.contentBytes,
    dateSuppression: former.dateSuppression,
    dateExpiration: former.dateExpiration,
    permsAlgorithme: grantsText(former.permsAlgorithme),
    places: placesText(former.places),
    bytes: content,
  } satisfies Record<string, SQLInputValue>;
}
