import { intact, type OnDamaged } from '@algotheque/domain';
import type { Filter, WithId } from 'mongodb';
import type { Commands } from '../connection/commands.ts';
import { type CollectionName, type Collections, collection } from './collections.ts';
import { listing } from './listing.ts';

const PAGE = 1_000;

export interface PageQuery<Document, Row> {
  /** Names the work in errors. */
  readonly what: string;
  /** Makes a row from a document. */
  read(document: WithId<Document>): Row;
  readonly query?: Filter<Document>;
  /** The index that is used. Default: the server chooses. */
  readonly hint?: string | undefined;
  /** At most this many in a page. Default: 1,000. */
  readonly mostRows?: number;
  /** At most this many in all. */
  readonly limit?: number | undefined;
  /**
   * Gets damaged documents, which are left out. Without it, a damaged document ends the pages with its
   * DamagedError.
   */
  readonly onDamaged?: OnDamaged | undefined;
}

/** Rows by ascending `_id`, in pages of at most `mostRows`: each page is one answer within one deadline. */
export async function* pagesById<Name extends CollectionName, Row>(
  commands: Commands,
  name: Name,
  {
    what,
    read,
    query = {},
    hint,
    mostRows = PAGE,
    limit = Number.POSITIVE_INFINITY,
    onDamaged,
  }: PageQuery<Collections[Name], Row>,
): AsyncGenerator<readonly Row[]> {
  let left = limit;
  let last: number | string | undefined;
  while (left > 0) {
    const size = Math.min(left, mostRows);
    // The driver's types do not follow a document type that is itself a parameter; keys are numbers or strings.
    const filter = (last === undefined ? query : { $and: [query, { _id: { $gt: last } }] }) as Filter<
      Collections[Name]
    >;
    const page = await listing(commands, { what: `${name}.${what}`, onDamaged }, async (db, tell) => {
      const found = await collection(db, name)
        .find(filter, { sort: { _id: 1 }, limit: size, batchSize: size, ...(hint !== undefined && { hint }) })
        .toArray();
      return { rows: intact(found, read, { onDamaged: tell }), count: found.length, last: found.at(-1)?._id };
    });
    if (page.rows.length > 0) yield page.rows;
    if (page.count < size) return;
    left -= page.rows.length;
    last = page.last;
  }
}
