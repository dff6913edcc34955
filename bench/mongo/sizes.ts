import { type Database, driver } from './driver.ts';

/** Sizes of one collection, in bytes. */
export interface CollectionSize {
  readonly name: string;
  readonly documents: number;
  /** BSON of all documents, exact. */
  readonly documentBytes: number;
  /** By index, as the server reports in collStats. */
  readonly indexBytes: Readonly<Record<string, number>>;
}

export async function collectionSizes(db: Database): Promise<readonly CollectionSize[]> {
  const collections = await db.listCollections().toArray();
  const names = collections.map(({ name }) => name).sort();
  return Promise.all(names.map((name) => sizeOf(db, name)));
}

async function sizeOf(db: Database, name: string): Promise<CollectionSize> {
  let documents = 0;
  let documentBytes = 0;
  for await (const document of db.collection(name).find()) {
    documents += 1;
    documentBytes += driver.BSON.calculateObjectSize(document);
  }
  const { indexSizes } = await db.command({ collStats: name });
  if (typeof indexSizes !== 'object' || indexSizes === null) throw new Error(`collStats of ${name}: no indexSizes`);
  return { name, documents, documentBytes, indexBytes: indexSizes as Record<string, number> }; // as collStats documents it
}

/** Name and versions, as the server reports in buildInfo. */
export async function serverName(db: Database): Promise<string> {
  const { version, secantusVersion } = await db.command({ buildInfo: 1 });
  return typeof secantusVersion === 'string'
    ? `SecantusDB ${secantusVersion} over WiredTiger, which calls itself MongoDB ${String(version)}`
    : `MongoDB ${String(version)}`;
}
