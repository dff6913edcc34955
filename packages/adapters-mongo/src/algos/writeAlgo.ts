import type { AlgoChanges, Algorithm } from '@algotheque/domain';
import type { Db, Document, UpdateFilter } from 'mongodb';
import type { AlgoDocument } from '../documents/collections.ts';
import { findHolder } from '../documents/findByKey.ts';
import { insertTogether } from '../documents/inserts.ts';
import { keyTaken } from '../documents/sequence.ts';
import { nameFields } from './algoDocuments.ts';
import { COUNT_SHARES, grantDocuments, waitingDocuments } from './shareDocuments.ts';

/** Inserts the record, or finds that an earlier try of this insert has done so. */
export async function insertOnce(db: Db, document: AlgoDocument): Promise<AlgoDocument> {
  if (await insertTogether(db, 'algos', document)) return document;
  const found = await findHolder(db, 'algos', document._id);
  if (found?.ref !== document.ref) throw keyTaken('algo', document._id);
  return found;
}

/** A change raises the version. New grants take the places of users who have no right any more. */
export function updateOf(changes: AlgoChanges): UpdateFilter<AlgoDocument> | Document[] {
  const { nom, ref, contentBytes, dateModification, modifiedBy, dateSource, permsAlgorithme, waiting } = changes;
  const set = {
    ...(nom !== undefined && { nom, ...nameFields(nom) }),
    ...(ref !== undefined && { ref }),
    ...(contentBytes !== undefined && { contentBytes }),
    ...(dateModification !== undefined && { dateModification }),
    ...(modifiedBy !== undefined && { modifiedBy }),
    ...(dateSource !== undefined && { dateSource }),
  };
  const isShared = permsAlgorithme !== undefined || waiting !== undefined;
  // An empty $set is an error before MongoDB 5.
  if (!isShared) return { ...(Object.keys(set).length > 0 && { $set: set }), $inc: { version: 1 } };
  const all = {
    ...set,
    ...(permsAlgorithme !== undefined && { permsAlgorithme: grantDocuments(permsAlgorithme) }),
    ...(waiting !== undefined && { waiting: waitingDocuments(waiting) }),
  };
  const literals = Object.fromEntries(Object.entries(all).map(([name, value]) => [name, { $literal: value }]));
  const places = permsAlgorithme !== undefined && { places: placesOf(permsAlgorithme) };
  return [{ $set: { ...literals, ...places, version: { $add: ['$version', 1] } } }, COUNT_SHARES];
}

function placesOf(grants: Algorithm['permsAlgorithme']): Document {
  const users = { $concatArrays: [grants.map(({ idUtilisateur }) => idUtilisateur), ['$ownerId']] };
  const places = { $filter: { input: '$places', cond: { $in: ['$$this.idUtilisateur', users] } } };
  return { $cond: [{ $isArray: '$places' }, places, '$places'] };
}
