import type { Algorithm } from '../algorithm.ts';
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
 * Verifies the content of one record: reads it, which compares its SHA-256 with the reference, parses it, and compares its
 * size with the record's; null when nothing is wrong. Beside a server that writes, the caller reads the record again when
 * something is wrong: it may have got other content meanwhile. For every command and every background work that verifies
 * what is stored.
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

/** The content that `ref` names; null when the store does not have it. */
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
