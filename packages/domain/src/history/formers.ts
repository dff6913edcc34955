import type { Algorithm } from '../algorithm.ts';
import type { KeepFormer } from '../content/keepFormer.ts';
import type { SourceText } from '../content/sourceText.ts';
import type { Policy } from '../policy.ts';
import type { Ports } from '../ports.ts';
import type { EndedFormer, FormerAlgo } from './algoHistory.ts';

/** Keeps what algorithms were, as long as the policy says. */
export class Formers {
  readonly #ports: Pick<Ports, 'history' | 'algos' | 'clock'>;
  readonly #limits: Policy['history'];

  constructor(ports: Pick<Ports, 'history' | 'algos' | 'clock'>, { history }: Pick<Policy, 'history'>) {
    this.#ports = ports;
    this.#limits = history;
  }

  get keepsVersions(): boolean {
    return this.#limits.versions > 0 && this.#limits.versionsMs > 0;
  }

  get keepsDeleted(): boolean {
    return this.#limits.binMs > 0;
  }

  /** When a version ends that gets another end now. */
  get nextEnd(): number {
    return this.#ports.clock.now() + this.#limits.versionsMs;
  }

  /**
   * Keeps the content that a change replaces; null if the policy keeps nothing. A deletion of the same version may have left its entry: once the change
   * has committed, that deletion can happen no more, and the entry is of a content that was replaced.
   * @param hasRoom whether this many bytes may be kept
   */
  ofChange(hasRoom: (bytes: number) => Promise<boolean>): KeepFormer | null {
    if (!this.keepsVersions && !this.keepsDeleted) return null;
    const { history } = this.#ports;
    return {
      isInOrder: history.isInOrder === true,
      wants: async ({ contentBytes }) => this.keepsVersions && hasRoom(contentBytes),
      keep: async (algo, source) => {
        const end = { dateSuppression: null, dateExpiration: this.nextEnd };
        const former = { ...algo, permsAlgorithme: [], places: [], ...end };
        const dateExpiration = await this.#put(former, source, this.#limits.versions);
        if (dateExpiration === null) return {};
        return { committed: () => this.#undelete({ ref: algo.ref, id: algo.id, dateExpiration }) };
      },
      passOver: async ({ id, ref }) => {
        const left = (await this.#deletedOf(id)).find((former) => former.ref === ref);
        return left === undefined ? {} : { committed: () => this.#undelete(left) };
      },
    };
  }

  /**
   * Keeps what a deletion removes; null if the policy keeps nothing. A deletion waits for it: it is all that is left. If the deletion does not happen, it
   * takes its entry back, unless that was another's before or is now: then another deletion may rely on it, if the algorithm is gone or has this version.
   */
  ofDeletion(): KeepFormer | null {
    if (!this.keepsDeleted) return null;
    const { history, algos, clock } = this.#ports;
    return {
      isInOrder: false,
      wants: async () => true,
      keep: async (algo, source) => {
        const now = clock.now();
        const former = { ...algo, dateSuppression: now, dateExpiration: now + this.#limits.binMs };
        const laterEnd = await this.#put(former, source);
        const entry = { ref: algo.ref, id: algo.id, dateExpiration: laterEnd ?? former.dateExpiration };
        const takeBack = async (isRefused: boolean): Promise<void> => {
          const present = await algos.findById(algo.id);
          if (laterEnd !== null) {
            if (present !== null && present.version > algo.version) await this.#undelete(entry);
          } else if (isRefused || present !== null) await history.remove(entry);
        };
        return { refused: () => takeBack(true), failed: () => takeBack(false) };
      },
      passOver: async ({ id, version }) => {
        // The bin must not show what a deletion of an earlier version has left.
        for (const former of await this.#deletedOf(id)) if (former.version < version) await this.#undelete(former);
        return {};
      },
    };
  }

  /** The entries of an algorithm that say that it was deleted. */
  async #deletedOf(id: number): Promise<readonly FormerAlgo[]> {
    const formers = await this.#ports.history.list(id, () => {}); // damage is reported to who reads it
    return formers.filter(({ dateSuppression }) => dateSuppression !== null);
  }

  /** The entry is of a content that was replaced, if it is as it was. */
  async #undelete(entry: EndedFormer): Promise<void> {
    const { history } = this.#ports;
    // Never an earlier end: a writer before finds by it that the entry is another's now.
    if (this.keepsVersions) await history.prolong(entry, Math.max(this.nextEnd, entry.dateExpiration));
    else await history.remove(entry);
  }

  #put(
    former: Algorithm & { readonly dateSuppression: number | null; readonly dateExpiration: number },
    { bytes }: SourceText,
    most?: number,
  ): Promise<number | null> {
    return this.#ports.history.put(
      { former: { ...former, waiting: [], contentBytes: bytes.length }, content: bytes },
      most,
    );
  }
}
