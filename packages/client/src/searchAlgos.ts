import { ApiError } from './apiError.ts';
import type { Client } from './client.ts';
import { nextAfter } from './listAlgos.ts';
import type { Answer, DataOf, RequestOf } from './operationTypes.ts';

type Query = NonNullable<NonNullable<RequestOf<'searchAlgos'>['params']>['query']>;

/**
 * What is looked for (`role`, `dossierId`, `q`, `modifiedSince`), in which order (`sort`), and in which pages: `limit` is the most
 * algorithms of one, default 100, and `after` a position that an earlier page had. Without any of them it is all that the caller can
 * access, by name.
 */
export interface SearchOptions extends Query {
  readonly signal?: AbortSignal;
}

/**
 * The algorithms that are found, of those that the caller can access, in their order. A page is read when it is needed.
 * @throws ApiError
 */
export async function* searchAlgos(
  client: Client,
  options: SearchOptions = {},
): AsyncGenerator<DataOf<'searchAlgos'>[number], void, undefined> {
  for await (const { data } of searchAlgoPages(client, options)) yield* data;
}

/** The same as pages, with their headers. A page may have fewer than `limit`, or none, although others follow. */
export async function* searchAlgoPages(
  client: Client,
  { limit = 100, signal, ...options }: SearchOptions = {},
): AsyncGenerator<Answer<'searchAlgos'>, void, undefined> {
  const operation = 'searchAlgos';
  for (let query: Query = { limit, ...options }; ; ) {
    const page = await client.call(operation, { params: { query }, ...(signal && { signal }) });
    yield page;
    const after = nextAfter(page.headers);
    if (after === null) return;
    if (after === '' || after === query.after)
      throw new ApiError({ operation, code: 'Client.Not_understood', detail: 'the next page is this one' });
    query = { ...query, after };
  }
}
