import type { Ports } from '../ports.ts';
import { DamagedError } from '../storeErrors.ts';

/** Whether an algorithm is neither a record nor in the bin. What is damaged is there. */
export async function isGone({ algos, bin }: Pick<Ports, 'algos' | 'bin'>, id: number): Promise<boolean> {
  try {
    const isAbsent = (await algos.findById(id)) === null && (await bin.find(id)) === null;
    return isAbsent && (await algos.findById(id)) === null; // it may have been restored between the two
  } catch (error) {
    if (error instanceof DamagedError) return false;
    throw error;
  }
}
