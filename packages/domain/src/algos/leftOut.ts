import type { OnProblem } from '../problems.ts';
import { type DamagedError, StoreError } from '../storeErrors.ts';

/** How many damaged records of a list are reported one by one: of its first page, and of each page after it. */
const NAMED_FIRST = 5;
const NAMED_LATER = 1;

/** Reports the first damaged records of a page, and then how many more there are: a page may have a thousand. */
export function reportLeftOut(
  onProblem: OnProblem,
  damaged: readonly DamagedError[],
  { isFirst, requestId }: { readonly isFirst: boolean; readonly requestId?: string },
): void {
  const where = 'list of algorithms: left out';
  const named = isFirst ? NAMED_FIRST : NAMED_LATER;
  for (const damage of damaged.slice(0, named)) onProblem(damage, where, requestId);
  const more = damaged.length - named;
  if (more > 0) onProblem(new StoreError(`${more} more damaged records`), where, requestId);
}
