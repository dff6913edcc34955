import type { Db, Document } from 'mongodb';
import { type CollectionName, collection } from './collections.ts';
import { Groups, TOGETHER } from './groups.ts';
import { perDatabase } from './perDatabase.ts';

type Key = number | string;

interface DocumentOfPart {
  readonly _id: unknown;
}

/** A kind of read: at most one document for each key. */
export interface KeyedRead {
  readonly collection: CollectionName;
  /** The field that has the key. */
  readonly field: string;
  /** Selects the documents that count. Default: all. */
  readonly only?: Document;
  /** Selects the documents of keys. Default: those that have one of the keys in the field. */
  readonly selecting?: (keys: readonly Key[]) => Document;
  /** The `_id` of the document of a key. Default: the key itself. */
  readonly idOf?: (key: Key) => Key;
  /**
   * Stages after the selection of these keys, which give documents with the key as `_id`. Default: none, the documents as they are, by
   * `_id`.
   */
  readonly stages?: (keys: readonly Key[]) => readonly Document[];
}

interface KeyRead {
  readonly source: KeyedRead;
  readonly key: Key;
}

interface Part {
  readonly source: KeyedRead;
  readonly keys: readonly Key[];
}

const readsOf = perDatabase((db) => {
  // MongoDB promises linearizable reads only for queries that select one document.
  const items = db.readConcern?.level === 'linearizable' ? 1 : TOGETHER;
  const bounds = { items, bytes: Number.POSITIVE_INFINITY, bytesOf: () => 0 };
  return new Groups<KeyRead, DocumentOfPart | null>((wanted) => readAll(db, wanted), bounds);
});

/**
 * The document of a key, or null. All reads of the same turn of the event loop are one command: over several collections
 * if they are of several sources.
 */
export function readOne(db: Db, source: KeyedRead, key: Key): Promise<DocumentOfPart | null> {
  return readsOf(db).add({ source, key });
}

async function readAll(db: Db, wanted: readonly KeyRead[]): Promise<(one: KeyRead) => DocumentOfPart | null> {
  const keysOf = new Map<KeyedRead, Set<Key>>();
  for (const { source, key } of wanted) keysOf.set(source, (keysOf.get(source) ?? new Set()).add(key));
  const parts = [...keysOf].map(([source, keys]) => ({ source, keys: [...keys] }));
  const found = new Map(parts.map(({ source }) => [source, new Map<Key, DocumentOfPart>()]));
  for (const [index, document] of await documentsOf(db, parts)) {
    const source = parts[index]?.source;
    if (source !== undefined) found.get(source)?.set(keyIn(document), document);
  }
  return ({ source, key }) => found.get(source)?.get(source.idOf?.(key) ?? key) ?? null;
}

/** A number of another BSON type, as an editor may have written, is equal to the number that was asked for. */
function keyIn({ _id }: DocumentOfPart): Key {
  return typeof _id === 'string' || typeof _id === 'number' ? _id : Number(String(_id));
}

async function documentsOf(db: Db, parts: readonly Part[]): Promise<readonly (readonly [number, DocumentOfPart])[]> {
  const [first, ...others] = parts;
  if (first === undefined) return [];
  if (others.length === 0) return (await onlyPart(db, first)).map((document) => [0, document]);
  const unions = others.map((part, index) => ({
    $unionWith: { coll: part.source.collection, pipeline: [...stagesOf(part), inPart(index + 1)] },
  }));
  const found = collection(db, first.source.collection).aggregate<{
    readonly part: number;
    readonly found: DocumentOfPart;
  }>([...stagesOf(first), inPart(0), ...unions]);
  return (await found.toArray()).map(({ part, found: document }) => [part, document]);
}

function onlyPart(db: Db, part: Part): Promise<DocumentOfPart[]> {
  const { source, keys } = part;
  const documents = collection(db, source.collection);
  if (source.stages !== undefined) return documents.aggregate<DocumentOfPart>(stagesOf(part)).toArray();
  return documents.find<DocumentOfPart>(selecting(part), { limit: keys.length, batchSize: keys.length }).toArray();
}

const selecting = ({ source, keys }: Part): Document =>
  source.selecting?.(keys) ?? { [source.field]: keys.length === 1 ? keys[0] : { $in: keys }, ...source.only };

const stagesOf = (part: Part): Document[] => [{ $match: selecting(part) }, ...(part.source.stages?.(part.keys) ?? [])];

const inPart = (index: number): Document => ({ $project: { _id: 0, part: { $literal: index }, found: '$$ROOT' } });
