import type { DeletedAlgo, FormerAlgo } from '../algorithm.ts';
import { impossibleInAlgo, impossibleInRow, impossibleInSource, isDate } from '../storedValues.ts';

/** As the functions of `storedValues.ts`: the first field whose value no version of this program can have written, or null. */
export function impossibleInFormer(former: FormerAlgo): string | null {
  return isDate(former.dateExpiration) ? (impossibleInRow(former) ?? impossibleInSource(former)) : 'dateExpiration';
}

export function impossibleInBin(algo: DeletedAlgo): string | null {
  return isDate(algo.dateSuppression) ? impossibleInAlgo(algo) : 'dateSuppression';
}
