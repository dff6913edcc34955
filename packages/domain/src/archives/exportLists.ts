import { folderOf } from '../algorithm.ts';
import { PAGE_BYTES } from '../algos/algoPage.ts';
import type { AlgoPage } from '../algos/algoRepository.ts';
import type { AccountsContext } from '../context.ts';
import { keptOf, sourceOf, versionOf } from '../history/findVersion.ts';
import { datedGrant, shownWaiting } from '../shares/shareViews.ts';
import { nullIfDamaged, type OnDamaged } from '../storeErrors.ts';

/** A JSON list of these items. */
export async function* jsonList(items: AsyncIterable<string>): AsyncGenerator<string> {
  let before = '[';
  for await (const item of items) {
    yield before + item;
    before = ',\n';
  }
  yield before === '[' ? '[]' : ']';
}

/**
 * As JSON, all records that the user can access, each with its folder. It holds a page of records, and one with its grants.
 * @param places the ids of the folders; what is in another one is at the top
 */
export async function* recordsOf(
  { algos, bounds, clock }: AccountsContext,
  userId: number,
  places: ReadonlyMap<number | null, unknown>,
): AsyncGenerator<string> {
  const query = { by: userId, seenBy: userId, limit: bounds.batch, maxBytes: PAGE_BYTES };
  for (let after: number | null = 0; after !== null; ) {
    const page: AlgoPage = await algos.listAccessible({ ...query, after }, () => {});
    for (const row of page.algos) {
      const algo = await nullIfDamaged(algos.findById(row.id, userId), () => {});
      if (algo === null) continue;
      const place = folderOf(algo, userId);
      const dossierId = places.has(place) ? place : null;
      const own = { permsAlgorithme: algo.permsAlgorithme.map(datedGrant), waiting: shownWaiting(algo, clock.now()) };
      yield JSON.stringify({ ...row, ...(row.droits === 'Owner' && own), dossierId });
    }
    after = page.next;
  }
}

/** As JSON, former versions with their source codes, of each algorithm the latest first. It holds one of them at a time. */
export async function* versionsOf(
  context: AccountsContext,
  ids: AsyncIterable<number>,
  onDamaged: OnDamaged,
): AsyncGenerator<string> {
  const { algos, history } = context;
  for await (const id of ids) {
    const entries = await history.list(id, onDamaged);
    if (entries.length === 0) continue; // as of most
    for (const former of keptOf(context, entries, await algos.refOf(id))) {
      const source = await nullIfDamaged(sourceOf(context, former), onDamaged);
      if (source === null) continue;
      const fields = JSON.stringify({ id, ...versionOf(former, former.ownerId)(former) }).slice(0, -1);
      yield `${fields},"sourceCode":${source.text()}}`;
    }
  }
}
