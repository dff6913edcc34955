import type { DamagedRecord, PortableRows } from '@algotheque/domain';

type IdKind = PortableRows['lastId']['of'];

/**
 * No server has given a higher id: at a million ids a second that takes 142 years. Somebody has written it into a row or the name of a
 * file. A counter that is raised to it would leave too few ids for new records.
 */
export const HIGHEST_GIVEN = 2 ** 52;

/** What earlier checks have read and later ones compare with. */
export class Known {
  /** Users by id, those too whose record is damaged (with version null) or marked as deleted. */
  readonly users = new Map<number, { readonly credentialsVersion: number | null }>();
  readonly deletions = new Set<number>();
  readonly binned = new Set<number>();
  readonly withoutContent = new Set<number>();
  readonly #highest = new Map<IdKind, number>();

  /** An id is in use: as a key, or in a reference to the record. One that no server can have given does not count. */
  uses(kind: IdKind, id: number): void {
    if (id > (this.#highest.get(kind) ?? 0) && id <= HIGHEST_GIVEN) this.#highest.set(kind, id);
  }

  highest(kind: IdKind): number {
    return this.#highest.get(kind) ?? 0;
  }

  /** The id of a damaged record, if it is one. */
  usesDamaged(kind: IdKind, { id }: DamagedRecord): number | null {
    const number = Number(id);
    if (!Number.isSafeInteger(number) || number < 1) return null;
    this.uses(kind, number);
    return number;
  }
}
