import type { Algorithm } from '../algorithm.ts';
import type { Ports } from '../ports.ts';
import { DamagedError } from '../storeErrors.ts';
import { readUnlessDamaged } from './contentProblem.ts';

/** What a record's content was found to be. */
export type ContentFinding =
  /** It is what the record names; `bytes` is its size. */
  | { readonly kind: 'intact'; readonly bytes: number }
  /** The record was deleted, or names another content now. */
  | { readonly kind: 'changed' }
  /** It is missing, or is not what the record names. */
  | { readonly kind: 'damaged'; readonly damage: DamagedError };

/** A content is published once, and is found in the one place or the other: so a second read finds what the first one missed. */
const READS = 2;

/**
 * Reads the content of a record from the store, and compares its SHA-256 with the one that the record names. Needs no lock:
 * it may run beside every other work, in any process.
 * @throws UnavailableError
 */
export async function verifyContent(
  ports: Pick<Ports, 'algos' | 'contentStore'>,
  algo: Pick<Algorithm, 'id' | 'ref'>,
): Promise<ContentFinding> {
  const { algos, contentStore } = ports;
  const { id, ref } = algo;
  for (let left = READS; ; left -= 1) {
    const content = await readUnlessDamaged(contentStore, id, ref);
    if (ArrayBuffer.isView(content)) return { kind: 'intact', bytes: content.byteLength };
    if ((await algos.refOf(id)) !== ref) return { kind: 'changed' };
    if (left === 1) return { kind: 'damaged', damage: missingContent(contentStore, algo) };
  }
}

/** The damage of a record whose content cannot be found. */
export function missingContent(
  store: Pick<Ports['contentStore'], 'locate'>,
  { id, ref }: Pick<Algorithm, 'id' | 'ref'>,
): DamagedError {
  const place = store.locate(id, ref);
  return new DamagedError({ place, id, field: 'content' }, 'is missing, or is not what the record names');
}
