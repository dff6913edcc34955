import type { Algorithm } from '../algorithm.ts';
import type { Load } from '../content/contentReader.ts';
import type { Parts } from '../parts.ts';
import { removeFormers } from './endBin.ts';

/**
 * Deletes an algorithm, and keeps it in the bin of its owner. If the policy has no bin, it and its history are gone.
 * @throws what `load` throws, when another commit came first
 */
export async function deleteToBin(
  { content, formers, clock, policy, onProblem }: Pick<Parts, 'content' | 'formers' | 'clock' | 'policy' | 'onProblem'>,
  algo: Algorithm,
  load: Load,
): Promise<void> {
  if (policy.history.binMs > 0) return content.moveToBin(algo, load, clock.now());
  await content.delete(algo, load);
  await removeFormers({ formers, onProblem }, algo.id);
}
