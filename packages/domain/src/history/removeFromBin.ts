import type { Parts } from '../parts.ts';
import { attempt } from '../problems.ts';
import type { BinKey } from './algoBin.ts';

type Removing = Pick<Parts, 'bin' | 'history' | 'onProblem'>;

/** Removes an algorithm from the bin for good, with its former versions. False if somebody else has removed or restored it. */
export async function removeFromBin(parts: Removing, algo: BinKey): Promise<boolean> {
  const isRemoved = await parts.bin.remove(algo);
  if (isRemoved) await removeFormers(parts, algo.id);
  return isRemoved;
}

/** The former versions of an algorithm that is gone. After a failure here they end by their dates. */
export function removeFormers({ history, onProblem }: Omit<Removing, 'bin'>, id: number): Promise<void> {
  return attempt(onProblem, 'history of an algorithm that is gone', () => history.deleteByAlgo(id));
}
