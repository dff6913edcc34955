import { type Algorithm, folderOf, impossibleInAlgo, nameKey, wordsOf } from '@algotheque/domain';
import type { AlgoDocument } from '../documents/collections.ts';
import { fieldsOf } from '../documents/fields.ts';

export function algoDocument({ id, ...algo }: Algorithm): AlgoDocument {
  return {
    _id: id,
    nom: algo.nom,
    dateCreation: algo.dateCreation,
    dateModification: algo.dateModification,
    ownerId: algo.ownerId,
    permsAlgorithme: grantDocuments(algo.permsAlgorithme),
    version: algo.version,
    ref: algo.ref,
    contentBytes: algo.contentBytes,
    places: algo.places.map(({ idUtilisateur, dossierId }) => ({ idUtilisateur, dossierId })),
    dossierId: folderOf(algo, algo.ownerId),
    ...nameFields(algo.nom),
  };
}

/** What lists are sorted and searched by. */
export const nameFields = (nom: string) => ({ nomKey: nameKey(nom), words: wordsOf(nom) });

export function grantDocuments(grants: Algorithm['permsAlgorithme']): AlgoDocument['permsAlgorithme'] {
  return grants.map(({ idUtilisateur, droits }) => ({ idUtilisateur, droits }));
}

/** @throws DamagedError */
export function storedAlgo(document: AlgoDocument): Algorithm {
  const fields = fieldsOf('algos', document);
  const algo: Algorithm = {
    id: fields.integer('_id'),
    nom: fields.text('nom'),
    dateCreation: fields.number('dateCreation'),
    dateModification: fields.number('dateModification'),
    ownerId: fields.integer('ownerId'),
    permsAlgorithme: fields.list('permsAlgorithme').map((perm) => ({
      idUtilisateur: perm.integer('idUtilisateur'),
      droits: perm.oneOf('droits', ['ReadWrite', 'Read']),
    })),
    version: fields.integer('version'),
    ref: fields.text('ref'),
    contentBytes: fields.optional('contentBytes', (field) => fields.integer(field)) ?? 0,
    places: fields.list('places').map((place) => ({
      idUtilisateur: place.integer('idUtilisateur'),
      dossierId: place.integer('dossierId'),
    })),
  };
  return fields.possible(algo, impossibleInAlgo);
}
