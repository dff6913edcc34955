import { type Algorithm, rightOn } from '@algotheque/domain';
import type { Db, Document } from 'mongodb';
import { type AlgoDocument, RECORD } from '../documents/collections.ts';
import { type KeyedRead, readOne } from '../documents/reads.ts';
import { storedAlgo } from './algoDocuments.ts';

/** The key of a read: which record, for which user. */
const keyOf = (id: number, userId: number): string => `${id} ${userId}`;

const partsOf = (key: number | string): readonly number[] => String(key).split(' ').map(Number);

/** Records that cannot tell who may access them are selected, so that they are reported as damaged. */
function accessible(key: number | string): Document {
  const [id, userId] = partsOf(key);
  const isDamaged = [{ ownerId: { $not: { $type: 'number' } } }, { permsAlgorithme: { $not: { $type: 'array' } } }];
  const damaged = { ...RECORD, $or: isDamaged };
  return { _id: id, $or: [{ ownerId: userId }, { 'permsAlgorithme.idUtilisateur': userId }, damaged] };
}

const ACCESSIBLE: KeyedRead = {
  collection: 'algos',
  field: '_id',
  selecting: ([key = '', ...others]) =>
    others.length === 0 ? accessible(key) : { $or: [key, ...others].map(accessible) },
  idOf: (key) => partsOf(key)[0] ?? key,
};

/**
 * The record, if the user can access it. The server leaves others out. Reads of several users at once are one command, so each
 * looks whether the record is its user's.
 */
export async function findAccessible(db: Db, id: number, userId: number): Promise<Algorithm | null> {
  const document = await readOne(db, ACCESSIBLE, keyOf(id, userId));
  if (document === null) return null;
  const algo = storedAlgo(document as AlgoDocument); // as `collection` says; the fields are checked
  return rightOn(algo, userId) === null ? null : algo;
}
