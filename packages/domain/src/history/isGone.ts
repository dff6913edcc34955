import type { Ports } from '../ports.ts';
import { DamagedError } from '../storeErrors.ts';

/** Whether an algorithm is neither a record nor in the bin. What is damaged is there. */
export async function isGone({ algos, bin }: Pick<Ports, 'algos' | 'bin'>, id: number): Promise<boolean> {
  try {
    // Twice: it may have been deleted and restored between the two.
    for (let times = 0; times < 2; times += 1) {
      if ((await algos.findById(id)) !== null || (await bin.find(id)) !== null) return false;
    }
    return true;
  } catch (error) {
    if (error instanceof DamagedError) return false;
    throw error;
  }
}
