import { type Algorithm, DamagedError } from '@algotheque/domain';
import type { ReadSide, Side } from './side.ts';
import { sortedJson } from './sortedJson.ts';

/**
 * Copies a record and its content, in the steps of a service that saves one. If it is interrupted anywhere, the
 * record in the target names existing content, and resumeWork finds what is left over.
 * @returns false when the source has no content for it; then nothing is copied
 */
export async function copyAlgo(from: ReadSide, to: Side, algo: Algorithm): Promise<boolean> {
  const content = await readContent(from, algo);
  if (content === null) return false;
  const there = await to.algos.findById(algo.id);
  if (there !== null && (await isCopied(to, { there, algo, content }))) {
    await to.contentStore.publish(there.id, there.ref);
    return true;
  }
  const ref = await to.contentStore.stage(content, there?.ref ?? null);
  await to.portable.importRows('algo', [{ ...algo, ref }]);
  await to.contentStore.publish(algo.id, ref);
  return true;
}

interface Copied {
  readonly there: Algorithm;
  readonly algo: Algorithm;
  readonly content: Uint8Array;
}

async function isCopied(to: Side, { there, algo, content }: Copied): Promise<boolean> {
  if (withoutRef(there) !== withoutRef(algo)) return false;
  const found = await readContent(to, there);
  return found !== null && Buffer.compare(found, content) === 0;
}

/** The content of an algorithm; null when it is absent, or is not the content that its record names. */
export async function readContent({ contentStore }: ReadSide, { id, ref }: Algorithm): Promise<Uint8Array | null> {
  try {
    return await contentStore.read(id, ref);
  } catch (error) {
    if (error instanceof DamagedError) return null;
    throw error;
  }
}

/** Content has another reference in each store, so rows are compared without it. */
export function withoutRef({ ref: _ref, ...row }: Algorithm): string {
  return sortedJson(row);
}
