import type { Filter, WithId } from 'mongodb';
import type { Commands } from '../connection/commands.ts';
import { type CollectionName, type Collections, collection } from './collections.ts';

const PAGE = 1_000;

interface Wanted<Document, Row> {
  /** Names the work in errors. */
  readonly what: string;
  /** Makes a row from a document; its errors are handled as all others. */
  read(document: WithId<Document>): Row;
  readonly query?: Filter<Document>;
  /** Only keys above this one. */
  readonly after?: number | string | undefined;
  /** At most this many in all. */
  readonly limit?: number | undefined;
}

/** Rows by ascending `_id`, in pages of at most 1,000: each page is one answer within one deadline. */
export async function* pagesById<Name extends CollectionName, Row>(
  commands: Commands,
  name: Name,
  { what, read, query = {}, after, limit = Number.POSITIVE_INFINITY }: Wanted<Collections[Name], Row>,
): AsyncGenerator<readonly Row[]> {
  let left = limit;
  let last = after;
  while (left > 0) {
    const size = Math.min(left, PAGE);
    // The driver's types do not follow a document type that is itself a parameter; keys are numbers or strings.
    const filter = (last === undefined ? query : { $and: [query, { _id: { $gt: last } }] }) as Filter<
      Collections[Name]
    >;
    const page = await commands.repeat(`${name}.${what}`, async (db) => {
      const found = await collection(db, name)
        .find(filter, { sort: { _id: 1 }, limit: size, batchSize: size })
        .toArray();
      return { rows: found.map(read), last: found.at(-1)?._id };
    });
    if (page.rows.length > 0) yield page.rows;
    if (page.rows.length < size) return;
    left -= page.rows.length;
    last = page.last;
  }
}
