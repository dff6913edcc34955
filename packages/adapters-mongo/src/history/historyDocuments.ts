import { type FormerAlgo, impossibleInFormer } from '@algotheque/domain';
import { sourceFields } from '../algos/algoDocuments.ts';
import type { HistoryDocument } from '../documents/collections.ts';
import { fieldsOf } from '../documents/fields.ts';

export function historyDocument(former: FormerAlgo): HistoryDocument {
  return {
    _id: former.ref,
    algoId: former.id,
    version: former.version,
    ownerId: former.ownerId,
    nom: former.nom,
    dateCreation: former.dateCreation,
    dateModification: former.dateModification,
    modifiedBy: former.modifiedBy,
    dateSource: former.dateSource,
    contentBytes: former.contentBytes,
    dateExpiration: former.dateExpiration,
  };
}

/** @throws DamagedError */
export function storedFormer(document: HistoryDocument): FormerAlgo {
  const fields = fieldsOf('history', document);
  const former: FormerAlgo = {
    id: fields.integer('algoId'),
    ref: fields.text('_id'),
    ...sourceFields(fields),
    dateExpiration: fields.number('dateExpiration'),
  };
  return fields.possible(former, (read) => {
    const name = impossibleInFormer(read);
    return name === 'id' ? 'algoId' : name;
  });
}
