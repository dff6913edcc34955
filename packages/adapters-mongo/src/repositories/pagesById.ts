import type { Filter, WithId } from 'mongodb';
import type { Commands } from '../connection/commands.ts';
import { type CollectionName, type Collections, collection } from '../schema/collections.ts';

const PAGE = 1_000;

interface Wanted<Document> {
  /** Names the work in errors. */
  readonly what: string;
  readonly query?: Filter<Document>;
  /** Only keys above this one. */
  readonly after?: number | string | undefined;
  /** At most this many in all. */
  readonly limit?: number | undefined;
}

/** Documents by ascending `_id`, in pages of at most 1,000: each page is one answer within one deadline. */
export async function* pagesById<Name extends CollectionName>(
  commands: Commands,
  name: Name,
  { what, query = {}, after, limit = Number.POSITIVE_INFINITY }: Wanted<Collections[Name]>,
): AsyncGenerator<readonly WithId<Collections[Name]>[]> {
  let left = limit;
  let last = after;
  while (left > 0) {
    const size = Math.min(left, PAGE);
    // The driver's types do not follow a document type that is itself a parameter; keys are numbers or strings.
    const filter = (last === undefined ? query : { $and: [query, { _id: { $gt: last } }] }) as Filter<
      Collections[Name]
    >;
    const page = await commands.run(`${name}.${what}`, (db) =>
      collection(db, name)
        .find(filter, { sort: { _id: 1 }, limit: size, batchSize: size })
        .toArray(),
    );
    if (page.length > 0) yield page;
    if (page.length < size) return;
    left -= page.length;
    last = page.at(-1)?._id;
  }
}
