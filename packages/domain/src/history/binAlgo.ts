import type { Algorithm } from '../algorithm.ts';
import type { Load } from '../content/contentReader.ts';
import type { Parts } from '../parts.ts';
import { attempt } from '../problems.ts';

/**
 * Deletes an algorithm, and keeps it in the bin of its owner. If the policy has no bin, its history is removed too.
 * @throws what `load` throws, when another commit came first
 */
export async function binAlgo(
  { content, formers, history, onProblem }: Pick<Parts, 'content' | 'formers' | 'history' | 'onProblem'>,
  algo: Algorithm,
  load: Load,
): Promise<void> {
  const { id } = await content.delete(algo, load, formers.ofDeletion());
  // After a failure here they end by their dates.
  if (!formers.keepsDeleted) await attempt(onProblem, 'history of a deleted algorithm', () => history.deleteByAlgo(id));
}
