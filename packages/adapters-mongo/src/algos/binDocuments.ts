import { type DeletedAlgo, impossibleInBin } from '@algotheque/domain';
import type { Collection, Db, Document } from 'mongodb';
import { type BinDocument, collection, KEPT_FIELDS } from '../documents/collections.ts';
import { fieldsOf } from '../documents/fields.ts';
import { algoDocument, sharingFields, sourceFields } from './algoDocuments.ts';
import { bytesOfShares } from './shareDocuments.ts';

/** The collection of records, for who selects what is in the bin. */
// The documents that BINNED selects.
export const binOf = (db: Db): Collection<BinDocument> => collection(db, 'algos') as unknown as Collection<BinDocument>;

export function binDocument(algo: DeletedAlgo): BinDocument {
  const { _id, waiting: _waiting, dossierId: _folder, nomKey: _key, words: _words, ...kept } = algoDocument(algo);
  return { _id, deleted: { ...kept, dateSuppression: algo.dateSuppression } };
}

/** The update that makes a deleted algorithm of a record. A field that the record lacks is not made. */
export function binning(dateSuppression: number): Document[] {
  const fields = Object.fromEntries(KEPT_FIELDS.map((field) => [field, `$${field}`]));
  const kept = { ...fields, shareBytes: bytesOfShares('permsAlgorithme') };
  return [{ $replaceWith: { _id: '$_id', deleted: { $mergeObjects: [kept, { $literal: { dateSuppression } }] } } }];
}

export function storedDeleted(document: { readonly _id: unknown }): DeletedAlgo {
  const top = fieldsOf('algos', document);
  const fields = top.embedded('deleted');
  const algo: DeletedAlgo = {
    id: top.integer('_id'),
    ref: fields.text('ref'),
    ...sourceFields(fields),
    ...sharingFields(fields),
    waiting: [],
    dateSuppression: fields.number('dateSuppression'),
  };
  return top.possible(algo, (read) => {
    const name = impossibleInBin(read);
    return name === null || name === 'id' ? name : `deleted.${name}`;
  });
}
