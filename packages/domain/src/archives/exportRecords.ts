import { type AlgoRow, algoRow, folderOf } from '../algorithm.ts';
import { PAGE_BYTES } from '../algos/algoPage.ts';
import type { AccountsContext } from '../context.ts';
import { datedGrant, waitingOf } from '../shares/shareViews.ts';
import { nullIfDamaged } from '../storeErrors.ts';

/**
 * A JSON list of all records that the user can access, with the folder of the user that each is in: own ones with their grants and what
 * waits for addresses, those of others with the right of the user. It holds a page of records, and one own record with its grants. What is
 * damaged, or ended meanwhile, is left out: the pass over the source codes reports and names it.
 * @param places the ids of the folders; what is in another one is at the top
 */
export async function* recordsText(
  context: AccountsContext,
  userId: number,
  places: ReadonlyMap<number | null, unknown>,
): AsyncGenerator<string> {
  let before = '[';
  for await (const row of recordsOf(context, userId)) {
    const dossierId = places.has(row.dossierId) ? row.dossierId : null;
    yield before + JSON.stringify({ ...row, dossierId });
    before = ',\n';
  }
  yield before === '[' ? '[]' : ']';
}

type Placed = AlgoRow & { readonly dossierId: number | null };

async function* recordsOf(context: AccountsContext, userId: number): AsyncGenerator<Placed> {
  const { algos, bounds } = context;
  const query = { by: userId, seenBy: userId, limit: bounds.batch, maxBytes: PAGE_BYTES };
  for (let after: number | null = 0; after !== null; ) {
    const page: Awaited<ReturnType<typeof algos.listAccessible>> = await algos.listAccessible(
      { ...query, after },
      () => {},
    );
    const shared = page.algos.filter(({ droits }) => droits !== 'Owner').map(({ id }) => id);
    const placed = shared.length === 0 ? [] : await algos.entriesOf(userId, shared, () => {});
    const places = new Map(placed.map(({ id, dossierId }) => [id, dossierId]));
    for (const row of page.algos) {
      const dossierId = places.get(row.id);
      const record = row.droits === 'Owner' ? await ownRecord(context, row.id, userId) : { ...row, dossierId };
      if (record?.dossierId !== undefined) yield { ...record, dossierId: record.dossierId };
    }
    after = page.next;
  }
}

async function ownRecord({ algos, clock }: AccountsContext, id: number, userId: number): Promise<Placed | null> {
  const algo = await nullIfDamaged(algos.findById(id, userId), () => {});
  if (algo === null) return null;
  const permsAlgorithme = algo.permsAlgorithme.map(datedGrant);
  const row = { ...algoRow(algo, 'Owner'), permsAlgorithme, waiting: waitingOf(algo, clock.now()) };
  return { ...row, dossierId: folderOf(algo, userId) };
}
