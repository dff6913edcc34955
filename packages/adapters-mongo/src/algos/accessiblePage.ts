import {
  type AccessibleQuery,
  type AlgoPage,
  type AlgoRow,
  algoRow,
  impossibleInRow,
  intact,
  listedBytes,
  type OnDamaged,
  pageOf,
  readListed,
  viewBytes,
} from '@algotheque/domain';
import type { Db, Document, Filter } from 'mongodb';
import { type AlgoDocument, collection, RECORD } from '../documents/collections.ts';
import { fieldsOf } from '../documents/fields.ts';
import { storedAlgo } from './algoDocuments.ts';

const RIGHT = 'permsAlgorithme.idUtilisateur';

/**
 * A page of what both users can access. The first read returns the number of grants of each record, not the grants.
 * So the page can be cut before its grants are read, by a second read of the records on the page.
 */
export async function accessiblePage(db: Db, query: AccessibleQuery, onDamaged?: OnDamaged): Promise<AlgoPage> {
  const records = readListed(await documentsOf(db, query), (document) => listedAlgo(document, query.seenBy), onDamaged);
  const found = pageOf(records, query, ({ view: { nom }, rights }) => listedBytes({ nom, rights }));
  const shared = found.algos.filter(({ rights }) => rights > 0).map(({ id }) => id);
  const owned = shared.length === 0 ? null : await ownedViews(db, shared, onDamaged);
  const views = found.algos.flatMap(({ id, view, rights }) => (rights > 0 ? (owned?.get(id) ?? []) : view));
  const { algos, next } = pageOf(views, query, viewBytes); // the numbers of grants may have grown between the two reads
  return { algos, next: next ?? found.next };
}

function documentsOf(db: Db, { by, seenBy, after = 0, limit }: AccessibleQuery): Promise<{ _id: number }[]> {
  const size = limit + 1; // one more shows whether more follow
  return collection(db, 'algos')
    .find<{ _id: number }>(
      { $and: [accessible(by, seenBy), { _id: { $gt: after } }] },
      { sort: { _id: 1 }, limit: size, batchSize: size, projection: listedFields(seenBy) },
    )
    .toArray();
}

/** Complete records, as they are now, by id. Records that were deleted meanwhile, or are damaged, are absent. */
async function ownedViews(db: Db, ids: number[], onDamaged?: OnDamaged): Promise<ReadonlyMap<number, AlgoRow>> {
  const documents = await collection(db, 'algos')
    .find({ _id: { $in: ids }, ...RECORD })
    .toArray();
  return new Map(intact(documents, ownedView, { onDamaged }).map((view) => [view.id, view]));
}

/**
 * Records that both users can access. Each branch uses an index that has the ids in order. An owner has no grant on
 * their own record, and a record has one owner, so of two users at most one owns it. This gives the three branches.
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

/** The fields of a listed record: for its owner the number of grants, for others only their own right. */
function listedFields(seenBy: number): Document {
  const isOwn = { $eq: ['$ownerId', seenBy] };
  const isList = { $isArray: '$permsAlgorithme' };
  const ownRight = { $filter: { input: '$permsAlgorithme', cond: { $eq: ['$$this.idUtilisateur', seenBy] } } };
  return {
    nom: 1,
    dateCreation: 1,
    dateModification: 1,
    ownerId: 1,
    version: 1,
    // A value that is no list is returned as it is, and refused when it is read.
    permsAlgorithme: { $cond: [isList, { $cond: [isOwn, [], ownRight] }, '$permsAlgorithme'] },
    rights: { $cond: [{ $and: [isOwn, isList] }, { $size: '$permsAlgorithme' }, 0] },
  };
}

interface ListedAlgo {
  readonly id: number;
  /** As the requester sees it. For the owner the grants are read later. */
  readonly view: AlgoRow;
  /** The number of grants. 0 for all but the owner. */
  readonly rights: number;
}

function listedAlgo(document: { readonly _id: number }, seenBy: number): ListedAlgo {
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

const ownedView = (document: AlgoDocument): AlgoRow => algoRow(storedAlgo(document), 'Owner');
