import type { Algorithm } from '../algorithm.ts';
import type { SourceText } from '../content/sourceText.ts';
import type { Parts } from '../parts.ts';
import { loadAlgo } from './algoAccess.ts';

/** The record, and the source code that belongs to it, if the requester may read them. @throws DomainError Algo.Not_found */
export async function readAlgo(
  { algos, content }: Pick<Parts, 'algos' | 'content'>,
  { id, requesterId }: { readonly id: number; readonly requesterId: number },
): Promise<{ readonly algo: Algorithm; readonly source: SourceText }> {
  const load = async () => (await loadAlgo(algos, { id, requesterId, operations: ['read'] })).algo;
  return content.reader.read(await load(), load);
}
