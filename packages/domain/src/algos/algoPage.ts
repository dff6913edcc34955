import type { AlgoView } from '../algorithm.ts';
import type { AccessibleQuery } from './algoRepository.ts';

/**
 * The most bytes of JSON of a record without its name and grants: four names of fields and five numbers of 16
 * digits.
 */
const RECORD_BYTES = 176;
/**
 * The most bytes of UTF-8 for one UTF-16 unit of a name; a name has no character that JSON escapes with six bytes.
 */
const UNIT_BYTES = 3;
/** Bytes of `{"idUtilisateur":9007199254740991,"droits":"ReadWrite"},`. */
const RIGHT_BYTES = 56;

/** What the size of a listed record depends on. */
export interface Listed {
  readonly nom: string;
  /** The number of grants that are shown. */
  readonly rights: number;
}

/** How many bytes a record takes in a list, as JSON in UTF-8: an upper bound, known without reading the rights. */
export function listedBytes({ nom, rights }: Listed): number {
  return RECORD_BYTES + UNIT_BYTES * nom.length + RIGHT_BYTES * rights;
}

/** `listedBytes` of a record as it is shown. */
export function viewBytes({ nom, permsAlgorithme = [] }: AlgoView): number {
  return listedBytes({ nom, rights: permsAlgorithme.length });
}

/**
 * The page that starts with the first of these records: as many as both bounds allow, and at least one. The
 * function reads one record more than the page has, to know whether more follow.
 */
export function pageOf<Row extends { readonly id: number }>(
  records: Iterable<Row>,
  bounds: Pick<AccessibleQuery, 'limit' | 'maxBytes'>,
  bytesOf: (row: Row) => number,
): { readonly algos: readonly Row[]; readonly next: number | null } {
  const algos: Row[] = [];
  let bytes = 0;
  for (const row of records) {
    const last = algos.at(-1);
    bytes += bytesOf(row);
    const isFull = algos.length >= bounds.limit || bytes > bounds.maxBytes;
    if (last !== undefined && isFull) return { algos, next: last.id };
    algos.push(row);
  }
  return { algos, next: null };
}
