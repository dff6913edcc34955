import type { Algorithm } from '../algorithm.ts';
import { inEither } from '../content/inEither.ts';
import type { KeepFormer } from '../content/keepFormer.ts';
import type { Policy } from '../policy.ts';
import type { Ports } from '../ports.ts';
import { DamagedError } from '../storeErrors.ts';
import type { FormerAlgo } from './algoHistory.ts';

const DAY_MS = 86_400_000;

/** Keeps what algorithms were, as long as the policy says. */
export class Formers {
  readonly #ports: Pick<Ports, 'history' | 'algos' | 'bin' | 'clock'>;
  readonly #limits: Policy['history'];

  constructor(ports: Pick<Ports, 'history' | 'algos' | 'bin' | 'clock'>, { history }: Pick<Policy, 'history'>) {
    this.#ports = ports;
    this.#limits = history;
  }

  get keepsVersions(): boolean {
    return this.#limits.versions > 0 && this.#limits.versionsMs > 0;
  }

  /** Whether an entry is a version still. @param isLatest of the former versions of an algorithm: it stays when it has ended */
  isKept({ dateExpiration }: Pick<FormerAlgo, 'dateExpiration'>, isLatest: boolean): boolean {
    return this.keepsVersions && (isLatest || dateExpiration > this.#ports.clock.now());
  }

  /** When a version ends that gets another end now. */
  get nextEnd(): number {
    return this.#ports.clock.now() + this.#limits.versionsMs;
  }

  /**
   * Whether a save of this user now belongs to the version that the record has: an editor may save every few seconds. What an algorithm was created
   * with is a version of its own.
   */
  isOfVersion({ modifiedBy, dateSource = 0, dateCreation }: Algorithm, userId: number): boolean {
    const age = this.#ports.clock.now() - dateSource;
    return modifiedBy === userId && dateSource > dateCreation && age >= 0 && age < this.#limits.savesMs;
  }

  /**
   * Keeps the content that a change replaces; null if the policy keeps no versions.
   * @param wants whether that of this record is to be kept
   */
  ofChange(wants: KeepFormer['wants']): KeepFormer | null {
    if (!this.keepsVersions) return null;
    const { history } = this.#ports;
    return {
      isInOrder: history.isInOrder === true,
      wants,
      holds: async ({ ref }) => (await history.holds?.(ref)) ?? false,
      keep: async ({ permsAlgorithme: _perms, places: _places, waiting: _waiting, ...algo }, source) => {
        const contentBytes = source?.size ?? algo.contentBytes;
        const former = { ...algo, contentBytes, dateExpiration: this.nextEnd };
        await history.put({ former, content: source?.shared ?? null });
      },
      kept: ({ id }) => this.#dropOldest(id),
      // The entry of a commit that did not happen ends with the others; with an algorithm that was removed for good meanwhile all have gone already.
      refused: async ({ id }) => {
        if (await isGone(this.#ports, id)) await history.deleteByAlgo(id);
      },
    };
  }

  /** Keeps as many of the latest versions as the policy says, and of each day before them the latest one. */
  async #dropOldest(id: number): Promise<void> {
    const { history } = this.#ports;
    const days = new Set<number>();
    for (const [index, entry] of (await history.list(id, () => {})).entries()) {
      const isLatestOfDay = !days.has(dayOf(entry));
      days.add(dayOf(entry));
      if (index >= this.#limits.versions && !isLatestOfDay) await history.remove(entry);
    }
  }
}

const dayOf = ({ dateSource, dateModification }: FormerAlgo): number =>
  Math.floor((dateSource ?? dateModification) / DAY_MS);

const SHA256_HEX_CHARS = 64;

/** Whether two references name the same content: they end with its SHA-256. */
export const isSameContent = (one: string, other: string): boolean =>
  one.slice(-SHA256_HEX_CHARS) === other.slice(-SHA256_HEX_CHARS);

/**
 * Without the entries of commits that did not happen: the latest, with the content that the record has still. A copy of the store gives that another reference. A change to the same content
 * makes no entry, so before an earlier content that came back there is one with another content.
 * @param entries of an algorithm, the latest first
 * @param current the reference of the content that the record has; null: there is no record
 */
export function withoutCurrent<Entry extends Pick<FormerAlgo, 'ref'>>(
  entries: readonly Entry[],
  current: string | null,
): readonly Entry[] {
  if (current === null) return entries;
  const first = entries.findIndex(({ ref }) => !isSameContent(ref, current));
  return first === -1 ? [] : entries.slice(first);
}

/** Whether an algorithm is neither a record nor in the bin. What is damaged is there. */
export async function isGone({ algos, bin }: Pick<Ports, 'algos' | 'bin'>, id: number): Promise<boolean> {
  try {
    const found = await inEither<Algorithm>(
      () => algos.findById(id),
      () => bin.find(id),
    );
    return found === null;
  } catch (error) {
    if (error instanceof DamagedError) return false;
    throw error;
  }
}
