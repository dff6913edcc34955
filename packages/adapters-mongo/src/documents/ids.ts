import type { Db, Filter } from 'mongodb';
import { type CollectionName, type Collections, collection } from './collections.ts';

export async function idsOf<Name extends CollectionName>(
  db: Db,
  name: Name,
  query: Filter<Collections[Name]>,
): Promise<Collections[Name]['_id'][]> {
  const found = await collection(db, name)
    .find(query, { projection: { _id: 1 } })
    .toArray();
  return found.map(({ _id }) => _id);
}

export const isThere = async <Name extends CollectionName>(
  db: Db,
  name: Name,
  query: Filter<Collections[Name]>,
): Promise<boolean> => (await collection(db, name).findOne(query, { projection: { _id: 1 } })) !== null;
