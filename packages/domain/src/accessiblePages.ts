import type { AlgoRow } from './algorithm.ts';
import type { AccountsContext } from './context.ts';
import { nextTurn } from './work.ts';

/** How many records are read at once, and their bytes, as for lists. */
const PAGE = { limit: 50, maxBytes: 262_144 };

/** All that a list of `listAccessible` has, a page at a time, each in a turn of its own. Damage is reported. */
export async function* accessiblePages(
  { algos, onProblem }: AccountsContext,
  whose: { readonly by: number; readonly seenBy: number },
  where: string,
): AsyncGenerator<readonly AlgoRow[]> {
  for (let after: number | null = 0; after !== null; await nextTurn()) {
    const page = await algos.listAccessible({ ...whose, after, ...PAGE }, (damage) => onProblem(damage, where));
    yield page.algos;
    after = page.next;
  }
}
