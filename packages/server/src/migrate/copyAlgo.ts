import { type Algorithm, DamagedError, type DeletedAlgo, type PortableRows } from '@algotheque/domain';
import type { ReadSide, Side } from './side.ts';
import { sortedJson } from './sortedJson.ts';

/** The kinds of rows whose content is in the content store: records, and what is in the bin. */
export type AlgoKind = 'algo' | 'deleted';

/**
 * Copies an algorithm and its content, in the steps of a service that saves one. If it is interrupted anywhere, the
 * row in the target names existing content, and resumeWork finds what is left over.
 * @returns false when the source has no content for it; then nothing is copied
 */
export async function copyAlgo<Kind extends AlgoKind>(
  from: ReadSide,
  to: Side,
  { kind, row }: { readonly kind: Kind; readonly row: PortableRows[Kind] },
): Promise<boolean> {
  const content = await readContent(from, row);
  if (content === null) return false;
  const there = await (kind === 'algo' ? to.algos.findById(row.id) : to.bin.find(row.id));
  if (there !== null && (await isCopied(to, { there, row, content }))) {
    await to.contentStore.publish(there.id, there.ref);
    return true;
  }
  const ref = await to.contentStore.stage(content, there?.ref ?? null);
  await to.portable.importRows(kind, [{ ...row, ref }]);
  await to.contentStore.publish(row.id, ref);
  return true;
}

interface Copied {
  readonly there: Algorithm | DeletedAlgo;
  readonly row: Algorithm | DeletedAlgo;
  readonly content: Uint8Array;
}

async function isCopied(to: Side, { there, row, content }: Copied): Promise<boolean> {
  if (withoutRef(there) !== withoutRef(row)) return false;
  const found = await readContent(to, there);
  return found !== null && Buffer.compare(found, content) === 0;
}

/** The content of an algorithm; null when it is absent, or is not the content that its row names. */
export async function readContent(
  { contentStore }: ReadSide,
  { id, ref }: Pick<Algorithm, 'id' | 'ref'>,
): Promise<Uint8Array | null> {
  try {
    return await contentStore.read(id, ref);
  } catch (error) {
    if (error instanceof DamagedError) return null;
    throw error;
  }
}

/** Content has another reference in each store, so rows are compared without it. */
export function withoutRef({ ref: _ref, ...row }: Algorithm | DeletedAlgo): string {
  return sortedJson(row);
}
