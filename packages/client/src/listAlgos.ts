import { ApiError } from './apiError.ts';
import type { Client } from './client.ts';
import type { Answer, DataOf } from './operationTypes.ts';

export interface ListOptions {
  /** The most algorithms of one page, 1 to 1,000. Default: 100. */
  readonly limit?: number;
  /** The list begins after this id. */
  readonly after?: number;
  readonly signal?: AbortSignal;
}

/**
 * The algorithms that a user can access, of those that the caller can access too, by ascending id. A page is read when it is needed.
 * @throws ApiError
 */
export async function* listAlgos(
  client: Client,
  userId: number,
  options: ListOptions = {},
): AsyncGenerator<DataOf<'listAlgos'>[number], void, undefined> {
  for await (const { data } of listAlgoPages(client, userId, options)) yield* data;
}

/** The same as pages, with their headers. `X-Records-Left-Out` counts the damaged records that a page leaves out. */
export async function* listAlgoPages(
  client: Client,
  userId: number,
  { limit = 100, after: first, ...rest }: ListOptions = {},
): AsyncGenerator<Answer<'listAlgos'>, void, undefined> {
  for (let last = first; ; ) {
    const query = { limit, ...(last !== undefined && { after: last }) };
    const page = await client.call('listAlgos', { params: { path: { id: userId }, query }, ...rest });
    yield page;
    const after = nextAfter(page.headers);
    if (after === null) return;
    const next = Number(after);
    if (!(next > (last ?? 0)))
      throw new ApiError({
        operation: 'listAlgos',
        code: 'Client.Not_understood',
        detail: 'the next page is not behind this one',
      });
    last = next;
  }
}

/**
 * The `after` of the next page, a text without meaning; null for the last page. Its address itself is not followed: the token goes to the
 * service only.
 */
export function nextAfter(headers: Headers): string | null {
  const target = /<([^>]*)>\s*;\s*rel="next"/.exec(headers.get('Link') ?? '')?.[1];
  if (target === undefined) return null;
  return new URLSearchParams(target.split('?')[1]).get('after') ?? '';
}
