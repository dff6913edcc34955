import { type AccessibleQuery, type AlgoPage, type AlgoView, listedBytes, pageOf, viewBytes } from '@algotheque/domain';
import type { Db, Document, Filter } from 'mongodb';
import { type AlgoDocument, collection } from '../documents/collections.ts';
import { type ListedAlgo, listedAlgo, ownedView } from './listedAlgo.ts';

const RIGHT = 'permsAlgorithme.idUtilisateur';

/**
 * A page of what both users can access. The first read brings no list of rights, but how long each is: so the page can
 * be cut before its lists are read, by a second read of what the page holds.
 */
export async function accessiblePage(db: Db, query: AccessibleQuery): Promise<AlgoPage> {
  const found = pageOf(await listed(db, query), query, ({ view: { nom }, rights }) => listedBytes({ nom, rights }));
  const shared = found.algos.filter(({ rights }) => rights > 0).map(({ id }) => id);
  const owned = shared.length === 0 ? null : await ownedViews(db, shared);
  const views = found.algos.flatMap(({ id, view, rights }) => (rights > 0 ? (owned?.get(id) ?? []) : view));
  const { algos, next } = pageOf(views, query, viewBytes); // lists may have grown between the two reads
  return { algos, next: next ?? found.next };
}

async function listed(db: Db, { by, seenBy, after = 0, limit }: AccessibleQuery): Promise<readonly ListedAlgo[]> {
  const size = limit + 1; // one more shows whether more follow
  const documents = await collection(db, 'algos')
    .find<{ _id: number }>(
      { $and: [accessible(by, seenBy), { _id: { $gt: after } }] },
      { sort: { _id: 1 }, limit: size, batchSize: size, projection: listedFields(seenBy) },
    )
    .toArray();
  return documents.map((document) => listedAlgo(document, seenBy));
}

/** Whole, as they are now, by id; what was deleted meanwhile is not among them. */
async function ownedViews(db: Db, ids: number[]): Promise<ReadonlyMap<number, AlgoView>> {
  const documents = await collection(db, 'algos')
    .find({ _id: { $in: ids } })
    .toArray();
  return new Map(documents.map((document) => [document._id, ownedView(document)]));
}

/**
 * Accessible by both users. Each branch runs through an index that has the ids in order. An owner has no entry in the
 * rights, and there is one owner: so of two users at most one owns, and that gives the three branches.
 */
function accessible(by: number, seenBy: number): Filter<AlgoDocument> {
  if (by === seenBy) return { $or: [{ ownerId: by }, { [RIGHT]: by }] };
  return {
    $or: [
      { ownerId: by, [RIGHT]: seenBy },
      { ownerId: seenBy, [RIGHT]: by },
      { $and: [{ [RIGHT]: by }, { [RIGHT]: seenBy }] },
    ],
  };
}

/** What a list is made of: no list of rights, but the one right of somebody shared with, and for the owner their number. */
function listedFields(seenBy: number): Document {
  const isOwn = { $eq: ['$ownerId', seenBy] };
  const isList = { $isArray: '$permsAlgorithme' };
  const ownRight = { $filter: { input: '$permsAlgorithme', cond: { $eq: ['$$this.idUtilisateur', seenBy] } } };
  return {
    nom: 1,
    dateCreation: 1,
    dateModification: 1,
    ownerId: 1,
    // What is no list comes as it is, and is refused when it is read.
    permsAlgorithme: { $cond: [isList, { $cond: [isOwn, [], ownRight] }, '$permsAlgorithme'] },
    rights: { $cond: [{ $and: [isOwn, isList] }, { $size: '$permsAlgorithme' }, 0] },
  };
}
