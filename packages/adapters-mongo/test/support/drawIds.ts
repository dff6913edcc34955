import type { AlgoRepository } from '@algotheque/domain';

/** How many ids a server reserves at a time. */
export const BLOCK = 32;

/** So many ids, one after the other. */
export async function drawIds({ algos }: { readonly algos: AlgoRepository }, count: number): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < count) ids.push(await algos.nextId());
  return ids;
}
