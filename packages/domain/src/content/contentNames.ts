import type { KeyedLock } from '../keyedLock.ts';
import type { OnProblem } from '../problems.ts';
import type { ContentSettling, SettlingPorts } from './contentSettling.ts';
import type { ContentName, RecordPlace } from './contentStore.ts';

interface Parts {
  readonly settling: ContentSettling;
  /** By the id of an algorithm. */
  readonly lock: KeyedLock;
  readonly onProblem: OnProblem;
}

/**
 * Brings the names of contents to what the records say, once in a process: a power loss may undo a move or a removal, and a process may end between a commit and
 * its move.
 */
export class ContentNames {
  readonly #ports: SettlingPorts;
  readonly #parts: Parts;
  #isSettled = false;
  #unknown: Promise<ReadonlySet<number>> | null = null;

  constructor(ports: SettlingPorts, parts: Parts) {
    this.#ports = ports;
    this.#parts = parts;
  }

  /**
   * Ids of contents above the last id that was given when this process began: the store of the records may be an older copy than the contents. No new record may get
   * one of them, because its content would replace that one. @throws UnavailableError: the next call begins anew
   */
  unknownIds(): Promise<ReadonlySet<number>> {
    this.#unknown ??= this.#findUnknown().catch((problem: unknown) => {
      this.#unknown = null;
      throw problem;
    });
    return this.#unknown;
  }

  /** @throws UnavailableError: the next call begins anew */
  async settle(): Promise<void> {
    const names = this.#isSettled ? undefined : this.#ports.contentStore.names?.();
    if (names === undefined) return;
    const unknown = await this.unknownIds();
    let left = 0;
    for await (const batch of names) {
      const known = batch.filter(({ id }) => !unknown.has(id));
      for (const name of await this.#misplaced(known)) {
        left += 1;
        await this.#parts.settling.attempt('names', async () => {
          await this.#parts.lock.run(name.id, () => this.#settle(name));
          left -= 1;
        });
      }
    }
    this.#isSettled = left === 0; // what failed is tried again by the next call
  }

  async #findUnknown(): Promise<ReadonlySet<number>> {
    const unknown = new Set<number>();
    const { algos, contentStore } = this.#ports;
    const names = contentStore.names?.();
    if (names === undefined) return unknown;
    let last = 0;
    for await (const batch of names) {
      if (last === 0) last = await algos.lastId();
      for (const { id } of batch) if (id > last) unknown.add(id);
    }
    if (unknown.size > 0) this.#tellUnknown(unknown.size, last);
    return unknown;
  }

  /** Those that are perhaps not where the records say. */
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

  #tellUnknown(count: number, lastId: number): void {
    const problem = `Contents of ${count} algorithms have ids above ${lastId}, the last one that was given: the records may be an older copy. They stay where they are, and no new algorithm gets one of these ids`;
    this.#parts.onProblem(new Error(problem), 'algorithm content');
  }
}
