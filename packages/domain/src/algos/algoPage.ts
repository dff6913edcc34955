import type { AlgoView } from '../algorithm.ts';
import type { OnProblem } from '../problems.ts';
import { type DamagedError, type OnDamaged, StoreError, unlessDamaged } from '../storeErrors.ts';
import type { AccessibleQuery } from './algoRepository.ts';

/** The most bytes of JSON in a page: it is held in memory while a client reads it, perhaps slowly. */
export const PAGE_BYTES = 262_144;

/** The most bytes of JSON of a record without its name and grants. */
const RECORD_BYTES = 203;
/** The most bytes of UTF-8 for one UTF-16 unit of a name: none of its characters is escaped. */
const UNIT_BYTES = 3;
/** Bytes of `{"idUtilisateur":9007199254740991,"droits":"ReadWrite"},`. */
const RIGHT_BYTES = 56;

export interface Listed {
  readonly nom: string;
  /** The number of grants that are shown. */
  readonly rights: number;
}

/** How many bytes a record takes in a list, as JSON in UTF-8: an upper bound, known without reading the rights. */
export function listedBytes({ nom, rights }: Listed): number {
  return RECORD_BYTES + UNIT_BYTES * nom.length + RIGHT_BYTES * rights;
}

/** As `listedBytes`, of a record whose rights were read. */
export function viewBytes({ nom, permsAlgorithme = [] }: AlgoView): number {
  return listedBytes({ nom, rights: permsAlgorithme.length });
}

/** Stands for a damaged record that a page leaves out. */
export interface LeftOut {
  readonly id: number;
  readonly isLeftOut: true;
}

/**
 * The page that starts with the first of these records: as many as both bounds allow, but one that is not damaged in any case. The caller
 * gives one record more than `limit`, which shows whether more follow. `next` is the last record that was looked at.
 */
export function pageOf<Row extends { readonly id: number }>(
  records: Iterable<Row | LeftOut>,
  bounds: Pick<AccessibleQuery, 'limit' | 'maxBytes'>,
  bytesOf: (row: Row) => number,
): { readonly algos: readonly Row[]; readonly next: number | null } {
  const algos: Row[] = [];
  let [bytes, seen, last] = [0, 0, 0];
  for (const record of records) {
    if (!('isLeftOut' in record)) {
      bytes += bytesOf(record);
      const isFull = algos.length >= bounds.limit || bytes > bounds.maxBytes;
      if (algos.length > 0 && isFull) return { algos, next: last };
      algos.push(record);
    }
    seen += 1;
    last = record.id;
  }
  return { algos, next: seen > bounds.limit ? last : null };
}

/** The records of a list as they are read. `onDamaged` gets each damaged one, and `LeftOut` takes its place. */
export function* readListed<Kept, Row>(
  records: Iterable<Kept>,
  read: (record: Kept) => Row,
  onDamaged?: OnDamaged,
): Generator<Row | LeftOut> {
  for (const record of records) {
    let id = 0;
    const noteDamage: OnDamaged | undefined =
      onDamaged &&
      ((damage) => {
        id = Number(damage.id);
        onDamaged(damage);
      });
    yield unlessDamaged(() => read(record), noteDamage) ?? { id, isLeftOut: true };
  }
}

/** How many damaged records of a page are reported one by one. */
const NAMED = 5;

/** Reports the first damaged records of a page, and then how many more there are: a page may have a thousand. */
export function reportLeftOut(onProblem: OnProblem, damaged: readonly DamagedError[], requestId?: string): void {
  const where = 'list of algorithms: left out';
  for (const damage of damaged.slice(0, NAMED)) onProblem(damage, where, requestId);
  const more = damaged.length - NAMED;
  if (more > 0) onProblem(new StoreError(`${more} more damaged records`), where, requestId);
}
