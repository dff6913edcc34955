import { UnavailableError } from '../responses.ts';
import { ContentMismatchError } from '../storeErrors.ts';
import type { KeyedLock } from '../work.ts';
import type { ContentPorts, ContentSettling } from './contentSettling.ts';
import type { ContentName, RecordPlace } from './contentStore.ts';

interface Parts {
  readonly settling: ContentSettling;
  readonly lock: KeyedLock;
}

/** Brings the names of contents to what the records say, once in a process: a crash may undo or prevent a move or a removal. */
export class ContentNames {
  readonly #ports: ContentPorts;
  readonly #parts: Parts;
  #isSettled = false;
  #known: Promise<void> | null = null;

  constructor(ports: ContentPorts, parts: Parts) {
    this.#ports = ports;
    this.#parts = parts;
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

  async settle(): Promise<void> {
    const names = this.#isSettled ? undefined : this.#ports.contentStore.names?.();
    if (names === undefined) return;
    await this.requireKnown();
    let left = 0;
    for await (const batch of names) {
      for (const name of await this.#misplaced(batch)) {
        left += 1;
        await this.#parts.settling.attempt('names', async () => {
          await this.#parts.lock.run(name.id, () => this.#settle(name));
          left -= 1;
        });
      }
    }
    this.#isSettled = left === 0; // what failed is tried again by the next call
  }

  async #refuseUnknown(): Promise<void> {
    const unknown = new Set<number>();
    const { algos, contentStore } = this.#ports;
    let last = 0;
    for await (const batch of contentStore.names?.() ?? []) {
      if (last === 0) last = await algos.lastId();
      for (const { id } of batch) if (id > last) unknown.add(id);
    }
    if (unknown.size > 0) throw olderCopy(unknown.size, last);
  }

  async #misplaced(names: readonly ContentName[]): Promise<readonly ContentName[]> {
    const { algos, bin, history } = this.#ports;
    const idsOf = (kind: RecordPlace) => names.filter((name) => name.kind === kind).map(({ id }) => id);
    const refs = names.flatMap((name) => (name.kind === 'former' ? [name.ref] : []));
    const [records, binned, formers] = [
      new Set(await algos.existing(idsOf('records'))),
      new Set(await bin.existing(idsOf('bin'))),
      new Set(await history.existing(refs)),
    ];
    return names.filter((name) => {
      if (name.kind === 'former') return !formers.has(name.ref);
      return !(name.kind === 'records' ? records : binned).has(name.id);
    });
  }

  #settle(name: ContentName): Promise<void> {
    const { settling } = this.#parts;
    return name.kind === 'former' ? settling.settleFormer(name.id, name.ref) : settling.settlePlace(name.id, null);
  }
}

function olderCopy(count: number, lastId: number): UnavailableError {
  const reason =
    `The folder has contents of ${count} algorithms with ids above ${lastId}, the last one that was given: the database is an older copy than the folder. ` +
    'Put the newer database in its place. To go on without these contents, run `algotheque doctor --repair`: it moves them to lost+found/ in their folder, and their ids are not given again';
  return new UnavailableError({ cause: new ContentMismatchError(reason, { isMovable: false, owner: null }), reason });
}
