import type { Algorithm } from '../algorithm.ts';
import type { LoadAlgo } from '../content/contentReader.ts';
import type { AccountsContext } from '../context.ts';
import { removeFormers } from './endBin.ts';

/**
 * Deletes an algorithm, and keeps it in the bin of its owner. If the policy has no bin, it and its history are gone.
 * @throws what `load` throws, when another commit came first
 */
export async function deleteToBin(context: AccountsContext, algo: Algorithm, load: LoadAlgo): Promise<void> {
  const { content, clock, policy } = context;
  if (policy.history.binMs > 0) return content.moveToBin(algo, load, clock.now());
  await content.delete(algo, load);
  await removeFormers(context, algo.id);
}
