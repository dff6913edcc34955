import type { Db } from 'mongodb';
import type { AlgoDocument, ContentDocument } from './collections.ts';
import { insertUnlessThere } from './insertUnlessThere.ts';
import { perDatabase } from './perDatabase.ts';
import { writesOf } from './writes.ts';

const insertsOf = perDatabase((db) => ({
  algos: writesOf(db, { name: 'algos', operationOf: (document: AlgoDocument) => ({ insertOne: { document } }) }),
  contents: writesOf(db, {
    name: 'contents',
    operationOf: (document: ContentDocument) => ({ insertOne: { document } }),
    bytesOf: ({ bytes }: ContentDocument) => bytes.length(),
  }),
}));

/** As `insertUnlessThere`. Records of the same turn of the event loop are inserted by one command. */
export async function insertAlgo(db: Db, document: AlgoDocument): Promise<boolean> {
  return (await insertsOf(db).algos.add(document)) || insertUnlessThere(db, 'algos', document);
}

/** As `insertUnlessThere`. Small contents of the same turn of the event loop are inserted by one command. */
export async function insertContent(db: Db, document: ContentDocument): Promise<boolean> {
  return (await insertsOf(db).contents.add(document)) || insertUnlessThere(db, 'contents', document);
}
