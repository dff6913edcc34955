import { type AlgoRow, algoRow, type FormerAlgo, folderOf } from '../algorithm.ts';
import { PAGE_BYTES } from '../algos/algoPage.ts';
import type { SourceText } from '../content/sourceText.ts';
import type { AccountsContext } from '../context.ts';
import { keptOf, sourceOf, versionOf } from '../history/findVersion.ts';
import { datedGrant, waitingOf } from '../shares/shareViews.ts';
import { nullIfDamaged, type OnDamaged } from '../storeErrors.ts';

/**
 * A JSON list of all records that the user can access, each with its folder. It holds a page of records, and one own record with its
 * grants.
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

/** A JSON list of former versions with their source codes, of each algorithm the latest first. It holds one of them at a time. */
export async function* versionsText(
  context: AccountsContext,
  ids: AsyncIterable<number>,
  onDamaged: OnDamaged,
): AsyncGenerator<string> {
  let before = '[';
  for await (const id of ids) {
    for await (const { former, source } of versionsToExport(context, id, onDamaged)) {
      const fields = JSON.stringify({ id, ...versionOf(former, former.ownerId)(former) }).slice(0, -1);
      yield `${before}${fields},"sourceCode":${source.text()}}`;
      before = ',\n';
    }
  }
  yield before === '[' ? '[]' : ']';
}

interface Version {
  readonly former: FormerAlgo;
  readonly source: SourceText;
}

async function* versionsToExport(context: AccountsContext, id: number, onDamaged: OnDamaged): AsyncGenerator<Version> {
  const { algos, history, formers } = context;
  const entries = await history.list(id, onDamaged);
  if (entries.length === 0) return; // as of most
  for (const former of keptOf(formers, entries, await algos.refOf(id))) {
    const source = await nullIfDamaged(sourceOf(context, former), onDamaged);
    if (source !== null) yield { former, source };
  }
}
