import { type Db, type Document, type Filter, MongoServerError, type UpdateFilter, type WithId } from 'mongodb';
import { type CollectionName, type Collections, collection } from './collections.ts';
import { findHolder } from './findByKey.ts';
import { insertUnlessThere } from './inserts.ts';

const TRIES = 5;

interface UpdateOf<Stored> {
  readonly fresh: Stored;
  readonly update: UpdateFilter<Stored> | Document[];
  /** Matches a document that is not damaged. Only such a document is updated: arithmetic would turn wrong values into valid ones. */
  readonly intact: Filter<Stored>;
  check(document: WithId<Stored>): void;
}

/**
 * Updates a document and resolves to its new state; if it is absent, starts with `fresh`. It uses no upsert: when
 * two race for a document, one fails with a duplicate key, and some servers then answer without the document. It
 * tries several times, because a document may expire in between.
 * @throws DamagedError
 */
export async function updateOrBegin<Name extends CollectionName>(
  db: Db,
  name: Name,
  { fresh, update, intact, check }: UpdateOf<Collections[Name]>,
): Promise<WithId<Collections[Name]>> {
  const documents = collection(db, name);
  // The driver's types do not follow a document type that is itself a parameter; every one has an _id.
  const query = { _id: fresh._id } as Filter<Collections[Name]>;
  const unbroken = { ...query, ...intact } as Filter<Collections[Name]>;
  const refuseBroken = async (): Promise<void> => {
    const there = await findHolder(db, name, fresh._id);
    if (there !== null) check(there);
  };
  try {
    for (let left = TRIES; left > 0; left -= 1) {
      const found = await documents.findOneAndUpdate(unbroken, update, { returnDocument: 'after' });
      if (found !== null) return found;
      if (!(await insertUnlessThere(db, name, fresh))) await refuseBroken();
    }
  } catch (error) {
    if (error instanceof MongoServerError) await refuseBroken(); // arithmetic on a value that is no number
    throw error;
  }
  throw new Error(`MongoDB document ${name}/${fresh._id} went ${TRIES} times between two commands.`);
}
