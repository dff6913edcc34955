import type { AlgoChanges } from '@algotheque/domain';
import type { Db, UpdateFilter } from 'mongodb';
import type { AlgoDocument } from '../documents/collections.ts';
import { findHolder } from '../documents/findByKey.ts';
import { insertAlgo } from '../documents/inserts.ts';
import { keyTaken } from '../documents/sequence.ts';
import { grantDocuments, nameFields } from './algoDocuments.ts';

/** Inserts the record, or finds that an earlier try of this insert has done so. */
export async function insertOnce(db: Db, document: AlgoDocument): Promise<AlgoDocument> {
  if (await insertAlgo(db, document)) return document;
  const found = await findHolder(db, 'algos', document._id);
  if (found?.ref !== document.ref) throw keyTaken('algo', document._id);
  return found;
}

/** A change raises the version. */
export function updateOf({
  nom,
  ref,
  contentBytes,
  dateModification,
  permsAlgorithme,
}: AlgoChanges): UpdateFilter<AlgoDocument> {
  const set = {
    ...(nom !== undefined && { nom, ...nameFields(nom) }),
    ...(ref !== undefined && { ref }),
    ...(contentBytes !== undefined && { contentBytes }),
    ...(dateModification !== undefined && { dateModification }),
    ...(permsAlgorithme !== undefined && { permsAlgorithme: grantDocuments(permsAlgorithme) }),
  };
  // An empty $set is an error before MongoDB 5.
  return { ...(Object.keys(set).length > 0 && { $set: set }), $inc: { version: 1 } };
}
