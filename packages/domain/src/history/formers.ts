import type { Algorithm } from '../algorithm.ts';
import type { KeepFormer } from '../content/keepFormer.ts';
import type { SourceText } from '../content/sourceText.ts';
import type { Policy } from '../policy.ts';
import type { Ports } from '../ports.ts';

/** Keeps what algorithms were, as long as the policy says. */
export class Formers {
  readonly #ports: Pick<Ports, 'history' | 'clock'>;
  readonly #limits: Policy['history'];

  constructor(ports: Pick<Ports, 'history' | 'clock'>, { history }: Pick<Policy, 'history'>) {
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
   * Keeps the content that a change replaces; null if the policy keeps none.
   * @param hasRoom whether this many bytes may be kept
   */
  ofChange(hasRoom: (bytes: number) => Promise<boolean>): KeepFormer | null {
    if (!this.keepsVersions) return null;
    const { history } = this.#ports;
    return {
      isInOrder: history.isInOrder === true,
      wants: ({ contentBytes }) => hasRoom(contentBytes),
      keep: (algo, source) => {
        const end = { dateSuppression: null, dateExpiration: this.nextEnd };
        return this.#put({ ...algo, permsAlgorithme: [], places: [], ...end }, source, this.#limits.versions);
      },
    };
  }

  /** Keeps what a deletion removes; null if the policy keeps nothing. A deletion waits for it: it is all that is left. */
  ofDeletion(): KeepFormer | null {
    if (!this.keepsDeleted) return null;
    return {
      isInOrder: false,
      wants: async () => true,
      keep: (algo, source) => {
        const now = this.#ports.clock.now();
        return this.#put({ ...algo, dateSuppression: now, dateExpiration: now + this.#limits.binMs }, source);
      },
    };
  }

  #put(
    former: Algorithm & { readonly dateSuppression: number | null; readonly dateExpiration: number },
    { bytes }: SourceText,
    most?: number,
  ): Promise<void> {
    return this.#ports.history.put(
      { former: { ...former, waiting: [], contentBytes: bytes.length }, content: bytes },
      most,
    );
  }
}
