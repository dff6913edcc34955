import { type AlgoRow, algoRow, impossibleInRow } from '@algotheque/domain';
import type { AlgoDocument } from '../documents/collections.ts';
import { fieldsOf } from '../documents/fields.ts';
import { storedAlgo } from './algoDocuments.ts';

/** A record in a list. */
export interface ListedAlgo {
  readonly id: number;
  /** As the requester sees it. For the owner the grants are read later. */
  readonly view: AlgoRow;
  /** The number of grants. 0 for all but the owner. */
  readonly rights: number;
}

/** @throws DamagedError */
export function listedAlgo(document: { readonly _id: number }, seenBy: number): ListedAlgo {
  const fields = fieldsOf('algos', document);
  const record = {
    id: fields.integer('_id'),
    nom: fields.text('nom'),
    dateCreation: fields.number('dateCreation'),
    dateModification: fields.number('dateModification'),
    ownerId: fields.integer('ownerId'),
    version: fields.integer('version'),
  };
  fields.possible(record, impossibleInRow);
  const given = fields.list('permsAlgorithme');
  if (record.ownerId === seenBy) {
    return {
      id: record.id,
      view: { ...record, droits: 'Owner', permsAlgorithme: [] },
      rights: fields.integer('rights'),
    };
  }
  const [right = fields.embedded('permsAlgorithme.0')] = given; // refused if there is none
  return { id: record.id, view: { ...record, droits: right.oneOf('droits', ['ReadWrite', 'Read']) }, rights: 0 };
}

/** @throws DamagedError */
export const ownedView = (document: AlgoDocument): AlgoRow => algoRow(storedAlgo(document), 'Owner');
