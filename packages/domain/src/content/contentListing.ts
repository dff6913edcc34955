import { UnavailableError } from '../responses.ts';
import { ContentMismatchError } from '../storeErrors.ts';
import type { ContentParts } from './contentReader.ts';
import type { ContentReconciler } from './contentReconciler.ts';
import type { ListedContent, RecordPlace } from './contentStore.ts';

/** Brings the contents of a store to where the records say, once in a process: a crash may undo or prevent a move or a removal. */
export class ContentListing {
  readonly #parts: ContentParts;
  readonly #reconciler: ContentReconciler;
  #isReconciled = false;
  #known: Promise<void> | null = null;

  constructor(parts: ContentParts, reconciler: ContentReconciler) {
    this.#parts = parts;
    this.#reconciler = reconciler;
  }

  /**
   * Refuses contents with ids above the last one that was given: the store is an older copy than the contents, and a new record could get
   * such an id.
   * @throws UnavailableError whose cause is a ContentMismatchError then; the next call looks anew
   */
  requireKnown(): Promise<void> {
    this.#known ??= this.#refuseUnknown().catch((problem: unknown) => {
      this.#known = null;
      throw problem;
    });
    return this.#known;
  }

  async reconcile(): Promise<void> {
    const batches = this.#isReconciled ? undefined : this.#parts.contentStore.listContents?.();
    if (batches === undefined) return;
    await this.requireKnown();
    let left = 0;
    for await (const batch of batches) {
      for (const content of await this.#misplaced(batch)) {
        left += 1;
        await this.#reconciler.attempt('listed content', async () => {
          await this.#parts.lock.run(content.id, () => this.#reconcile(content));
          left -= 1;
        });
      }
    }
    this.#isReconciled = left === 0; // what failed is tried again by the next call
  }

  async #refuseUnknown(): Promise<void> {
    const unknown = new Set<number>();
    const { algos, contentStore } = this.#parts;
    let last = 0;
    for await (const batch of contentStore.listContents?.() ?? []) {
      if (last === 0) last = await algos.lastId();
      for (const { id } of batch) if (id > last) unknown.add(id);
    }
    if (unknown.size > 0) throw olderCopy(unknown.size, last);
  }

  async #misplaced(contents: readonly ListedContent[]): Promise<readonly ListedContent[]> {
    const { algos, bin, history } = this.#parts;
    const idsOf = (kind: RecordPlace) => contents.filter((one) => one.kind === kind).map(({ id }) => id);
    const refs = contents.flatMap((one) => (one.kind === 'former' ? [one.ref] : []));
    const [records, binned, formers] = [
      new Set(await algos.existing(idsOf('records'))),
      new Set(await bin.existing(idsOf('bin'))),
      new Set(await history.existing(refs)),
    ];
    return contents.filter((one) => {
      if (one.kind === 'former') return !formers.has(one.ref);
      return !(one.kind === 'records' ? records : binned).has(one.id);
    });
  }

  #reconcile(content: ListedContent): Promise<void> {
    return content.kind === 'former'
      ? this.#reconciler.removeUnusedFormer(content.id, content.ref)
      : this.#reconciler.reconcilePlace(content.id, null);
  }
}

function olderCopy(count: number, lastId: number): UnavailableError {
  const reason =
    `The folder has contents of ${count} algorithms with ids above ${lastId}, the last one that was given: the database is an older copy than the folder. ` +
    'Put the newer database in its place. To go on without these contents, run `algotheque doctor --repair`: it moves them to lost+found/ in their folder, and their ids are not given again';
  return new UnavailableError({ cause: new ContentMismatchError(reason, { isMovable: false, owner: null }), reason });
}
