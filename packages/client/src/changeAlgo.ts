import { ApiError, isFailureOf } from './apiError.ts';
import type { Client } from './client.ts';
import type { Answer, RequestOf, Schemas } from './operationTypes.ts';

/** The new `nom`, `sourceCode` or, by the owner, `permsAlgorithme`: what is absent stays. Further fields of the algorithm are ignored. */
export type AlgoChange = NonNullable<RequestOf<'patchAlgo'>['body']>;

export interface ChangeOptions {
  /** How often the change is tried in all. Default: 5. */
  readonly tries?: number;
  readonly signal?: AbortSignal;
}

/**
 * Reads an algorithm, and writes what `merge` makes of it, unless the algorithm was changed meanwhile: then it does both again.
 * @param merge gets the algorithm as it is now; it runs once for each try
 * @throws ApiError; `Responses.Algo.Conflict` after the last try
 */
export async function changeAlgo(
  client: Client,
  id: number,
  merge: (algo: Schemas['AlgorithmWithSource']) => AlgoChange | Promise<AlgoChange>,
  { tries = 5, ...rest }: ChangeOptions = {},
): Promise<Answer<'patchAlgo'>> {
  const { data, etag } = await client.call('getAlgo', { params: { path: { id } }, ...rest });
  // Without it the write would replace the change of somebody else.
  if (etag === null) throw new ApiError({ operation: 'getAlgo', code: 'Client.Not_understood', detail: 'no ETag' });
  const body = await merge(data);
  try {
    const params = { path: { id }, header: { 'If-Match': etag } };
    return await client.call('patchAlgo', { params, body, ...rest });
  } catch (error) {
    const isConflict = isFailureOf(error, 'patchAlgo') && error.code === 'Responses.Algo.Conflict';
    if (!isConflict || tries <= 1) throw error;
    return changeAlgo(client, id, merge, { tries: tries - 1, ...rest });
  }
}
