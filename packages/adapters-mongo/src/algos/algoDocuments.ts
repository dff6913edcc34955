import { type Algorithm, folderOf, impossibleInAlgo, nameKey, shareBytes, wordsOf } from '@algotheque/domain';
import type { AlgoDocument } from '../documents/collections.ts';
import { type Fields, fieldsOf } from '../documents/fields.ts';
import { grantDocuments, storedGrant, storedWaiting, waitingDocuments } from './shareDocuments.ts';

export function algoDocument({ id, ...algo }: Algorithm): AlgoDocument {
  return {
    _id: id,
    ...algo,
    permsAlgorithme: grantDocuments(algo.permsAlgorithme),
    places: placeDocuments(algo.places),
    waiting: waitingDocuments(algo.waiting),
    dossierId: folderOf(algo, algo.ownerId),
    ...nameFields(algo.nom),
    shareBytes: shareBytes(algo),
  };
}

export const nameFields = (nom: string) => ({ nomKey: nameKey(nom), words: wordsOf(nom) });

function placeDocuments(places: Algorithm['places']): AlgoDocument['places'] {
  return places.map(({ idUtilisateur, dossierId }) => ({ idUtilisateur, dossierId }));
}

export function storedAlgo(document: AlgoDocument): Algorithm {
  const fields = fieldsOf('algos', document);
  const algo = {
    id: fields.integer('_id'),
    ref: fields.text('ref'),
    ...sourceFields(fields),
    ...sharingFields(fields),
    waiting: fields.list('waiting').map(storedWaiting),
  };
  return fields.possible(algo, impossibleInAlgo);
}

type Sharing = Pick<Algorithm, 'permsAlgorithme' | 'places'>;

/** What a record, a deleted algorithm and a former version have. @throws DamagedError */
export function sourceFields(fields: Fields): Omit<Algorithm, 'id' | 'ref' | 'waiting' | keyof Sharing> {
  return {
    nom: fields.text('nom'),
    dateCreation: fields.number('dateCreation'),
    dateModification: fields.number('dateModification'),
    ownerId: fields.integer('ownerId'),
    version: fields.integer('version'),
    contentBytes: fields.integer('contentBytes'),
    modifiedBy: fields.integer('modifiedBy'),
    dateSource: fields.number('dateSource'),
  };
}

/** What a former version does not have. @throws DamagedError */
export const sharingFields = (fields: Fields): Sharing => ({
  permsAlgorithme: fields.list('permsAlgorithme').map(storedGrant),
  places: fields.list('places').map((place) => ({
    idUtilisateur: place.integer('idUtilisateur'),
    dossierId: place.integer('dossierId'),
  })),
});
