import { isFailureOf } from './apiError.ts';
import type { Client } from './client.ts';

/** A row with the name of its owner; null if the account is no longer there. */
export type WithOwner<Row> = Row & { readonly owner: string | null };

/**
 * Rows of a list or a search with the names of their owners. The name of each owner is read once, when the first row of this owner is
 * needed.
 * @throws ApiError
 */
export async function* withOwners<Row extends { readonly ownerId: number }>(
  client: Client,
  rows: AsyncIterable<Row> | Iterable<Row>,
  { signal }: { readonly signal?: AbortSignal } = {},
): AsyncGenerator<WithOwner<Row>, void, undefined> {
  const names = new Map<number, string | null>();
  for await (const row of rows) {
    const id = row.ownerId;
    const owner = names.get(id) ?? (names.has(id) ? null : await nameOf(client, id, signal));
    names.set(id, owner);
    yield { ...row, owner };
  }
}

async function nameOf(client: Client, id: number, signal: AbortSignal | undefined): Promise<string | null> {
  try {
    return (await client.call('getUser', { params: { path: { id } }, ...(signal && { signal }) })).data.pseudo;
  } catch (error) {
    if (isFailureOf(error, 'getUser') && error.code === 'Responses.User.Not_found') return null;
    throw error;
  }
}
