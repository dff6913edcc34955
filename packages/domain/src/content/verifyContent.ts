import type { Algorithm } from '../algorithm.ts';
import type { AlgoRepository } from '../ports.ts';
import { DamagedError } from '../storeErrors.ts';
import type { ContentStore } from './contentStore.ts';

/**
 * What is wrong with the content of a record:
 * 'missing': the store does not have what the record names, or has other content in its place;
 * 'damaged': the store has it, but its bytes are not those of its SHA-256;
 * 'not JSON': the bytes are those that the record names, but no JSON text;
 * 'size': the record states another number of bytes.
 */
export type ContentProblem = 'missing' | 'damaged' | 'not JSON' | 'size';

/**
 * Reads the content of one record, parses it, and compares SHA-256 and size; null when nothing is wrong. Beside a server that writes, the
 * caller then reads the record again: it may have got other content meanwhile.
 * @throws UnavailableError when the content cannot be read now
 */
export async function contentProblem(
  store: Pick<ContentStore, 'read'>,
  { id, ref, contentBytes }: Pick<Algorithm, 'id' | 'ref' | 'contentBytes'>,
): Promise<ContentProblem | null> {
  const content = await readUnlessDamaged(store, id, ref);
  if (content === 'damaged') return 'damaged';
  if (content === null) return 'missing';
  if (!isJson(content)) return 'not JSON';
  return contentBytes === content.length ? null : 'size';
}

export async function readUnlessDamaged(
  store: Pick<ContentStore, 'read'>,
  id: number,
  ref: string,
): Promise<Uint8Array | null | 'damaged'> {
  try {
    return await store.read(id, ref);
  } catch (error) {
    if (error instanceof DamagedError) return 'damaged';
    throw error;
  }
}

function isJson(content: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content));
    return true;
  } catch {
    return false; // bytes that are no UTF-8, or a text that is no JSON
  }
}

export type ContentFinding =
  /** It is what the record names; `bytes` is its size. */
  | { readonly kind: 'intact'; readonly bytes: number }
  /** The record was deleted, or names another content now. */
  | { readonly kind: 'changed' }
  /** It is missing, or is not what the record names. */
  | { readonly kind: 'damaged'; readonly damage: DamagedError };

/** A content is found in one place or the other: a second read finds what the first one missed. */
const READS = 2;

/**
 * Compares the SHA-256 of the stored content with the one that the record names. Needs no lock: it may run beside every other work.
 * @throws UnavailableError
 */
export async function verifyContent(
  { algos, contentStore }: { readonly algos: AlgoRepository; readonly contentStore: ContentStore },
  algo: Pick<Algorithm, 'id' | 'ref'>,
): Promise<ContentFinding> {
  const { id, ref } = algo;
  for (let left = READS; ; left -= 1) {
    const content = await readUnlessDamaged(contentStore, id, ref);
    if (ArrayBuffer.isView(content)) return { kind: 'intact', bytes: content.byteLength };
    if ((await algos.refOf(id)) !== ref) return { kind: 'changed' };
    if (left === 1) return { kind: 'damaged', damage: missingContent(contentStore, algo) };
  }
}

export function missingContent(store: ContentStore, { id, ref }: Pick<Algorithm, 'id' | 'ref'>): DamagedError {
  const place = store.locate(id, ref);
  return new DamagedError({ place, id, field: 'content' }, 'is missing, or is not what the record names');
}
