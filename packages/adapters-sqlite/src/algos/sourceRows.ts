import type { SQLInputValue } from 'node:sqlite';
import type { Algorithm } from '@algotheque/domain';
import { type ColumnReader, type Row, storableText } from '../connection/rowReader.ts';

/** What records, deleted ones and former versions have in common. */
type SourceFields = Omit<Algorithm, 'permsAlgorithme' | 'places' | 'waiting'>;

export function sourceFields(row: Row, reader: ColumnReader, idColumn = 'id'): SourceFields {
  return {
    id: reader.integer(row, idColumn),
    nom: reader.text(row, 'nom'),
    dateCreation: reader.integer(row, 'dateCreation'),
    dateModification: reader.integer(row, 'dateModification'),
    ownerId: reader.integer(row, 'ownerId'),
    version: reader.integer(row, 'version'),
    ref: reader.text(row, 'ref'),
    contentBytes: reader.integer(row, 'contentBytes'),
    modifiedBy: reader.integer(row, 'modifiedBy'),
    dateSource: reader.integer(row, 'dateSource'),
  };
}

/** The values of these fields, by column. The column of the id has not the same name everywhere. */
export function sourceValues(fields: Omit<SourceFields, 'id'>) {
  return {
    nom: storableText(fields.nom, 'nom'),
    dateCreation: fields.dateCreation,
    dateModification: fields.dateModification,
    ownerId: fields.ownerId,
    version: fields.version,
    ref: storableText(fields.ref, 'ref'),
    contentBytes: fields.contentBytes,
    modifiedBy: fields.modifiedBy,
    dateSource: fields.dateSource,
  } satisfies Record<string, SQLInputValue>;
}
