import { type FormerAlgo, type FormerVersion, impossibleInFormer } from '@algotheque/domain';
import { Binary } from 'mongodb';
import { algoFields, placeDocuments } from '../algos/algoDocuments.ts';
import { grantDocuments } from '../algos/shareDocuments.ts';
import type { HistoryDocument } from '../documents/collections.ts';
import { fieldsOf } from '../documents/fields.ts';

export function historyDocument({ former, content }: FormerVersion): HistoryDocument {
  return {
    _id: former.ref,
    algoId: former.id,
    version: former.version,
    ownerId: former.ownerId,
    nom: former.nom,
    dateCreation: former.dateCreation,
    dateModification: former.dateModification,
    modifiedBy: former.modifiedBy ?? null,
    dateSource: former.dateSource ?? null,
    contentBytes: former.contentBytes,
    dateSuppression: former.dateSuppression,
    dateExpiration: former.dateExpiration,
    permsAlgorithme: grantDocuments(former.permsAlgorithme),
    places: placeDocuments(former.places),
    bytes: new Binary(content.slice()),
  };
}

/** @throws DamagedError */
export function storedFormer(document: Omit<HistoryDocument, 'bytes'>): FormerAlgo {
  const fields = fieldsOf('history', document);
  const former: FormerAlgo = {
    ...algoFields(fields, { id: 'algoId', ref: '_id' }),
    dateSuppression: fields.nullable('dateSuppression', (field) => fields.number(field)),
    dateExpiration: fields.number('dateExpiration'),
  };
  return fields.possible(former, (read) => {
    const name = impossibleInFormer(read);
    return name === 'id' ? 'algoId' : name;
  });
}

/** @throws DamagedError */
export const storedVersion = (document: HistoryDocument): FormerVersion => ({
  former: storedFormer(document),
  content: fieldsOf('history', document).bytes('bytes').slice(),
});
