import type { DamagedRecord, PortableRows } from '@algotheque/domain';

type IdKind = PortableRows['lastId']['of'];

/** What earlier checks have read and later ones compare with. */
export class Known {
  /** Users by id, those too whose record is damaged (with version null) or marked as deleted. */
  readonly users = new Map<number, { readonly credentialsVersion: number | null }>();
  /** Users whose deletion is under way. */
  readonly deletions = new Set<number>();
  /** Algorithms whose content was not found. */
  readonly withoutContent = new Set<number>();
  readonly #highest = new Map<IdKind, number>();

  /** An id is in use: as a key, or in a reference to the record. */
  uses(kind: IdKind, id: number): void {
    if (id > (this.#highest.get(kind) ?? 0)) this.#highest.set(kind, id);
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
