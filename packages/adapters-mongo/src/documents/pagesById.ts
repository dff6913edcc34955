import { intact, type OnDamaged } from '@algotheque/domain';
import type { Filter, FindOptions, WithId } from 'mongodb';
import type { Commands } from '../connection/commands.ts';
import { type CollectionName, type Collections, collection } from './collections.ts';

const PAGE = 1_000;

export interface PageQuery<Document, Row> {
  readonly what: string;
  /** Makes a row from a document; null leaves it out. */
  read(document: WithId<Document>): Row | null;
  readonly query?: Filter<Document>;
  /** Of the read of each page, such as an index or a session. */
  readonly options?: FindOptions;
  /** At most this many in a page. Default: 1,000. */
  readonly mostRows?: number;
  readonly limit?: number | undefined;
  /** Gets damaged documents, which are left out. Without it, a damaged document ends the pages with its DamagedError. */
  readonly onDamaged?: OnDamaged | undefined;
}

/** Rows by ascending `_id`, in pages of at most `mostRows`: each page is one answer within one deadline. */
export async function* pagesById<Name extends CollectionName, Row>(
  commands: Commands,
  name: Name,
  wanted: PageQuery<Collections[Name], Row>,
): AsyncGenerator<readonly Row[]> {
  const { what, read, query = {}, options, mostRows = PAGE, onDamaged } = wanted;
  let left = wanted.limit ?? Number.POSITIVE_INFINITY;
  let last: number | string | undefined;
  while (left > 0) {
    const size = Math.min(left, mostRows);
    // The driver's types do not follow a document type that is itself a parameter; keys are numbers or strings.
    const filter = (last === undefined ? query : { $and: [query, { _id: { $gt: last } }] }) as Filter<
      Collections[Name]
    >;
    const found = await commands.repeat(`${name}.${what}`, (db) =>
      collection(db, name)
        .find(filter, { ...options, sort: { _id: 1 }, limit: size, batchSize: size })
        .toArray(),
    );
    const rows = intact(found, read, { onDamaged });
    if (rows.length > 0) yield rows;
    if (found.length < size) return;
    left -= rows.length;
    last = found.at(-1)?._id;
  }
}
