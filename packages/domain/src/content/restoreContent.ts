import type { Algorithm, BinEntry, DeletedAlgo, Restoration } from '../algorithm.ts';
import type { Ports } from '../ports.ts';
import type { ContentSettling } from './contentSettling.ts';
import { formerSource } from './sourceText.ts';

/** The rights and places that a restored algorithm gets. */
export type FieldsOf = (deleted: DeletedAlgo) => Promise<Omit<Restoration, 'ref' | 'contentBytes'>>;

interface Parts extends Pick<Ports, 'bin' | 'contentStore'> {
  readonly settling: ContentSettling;
}

/**
 * Makes a record again of what is in the bin, and stages its content, for a caller that holds the lock. Null if it is not there any more, or has another version.
 * @throws DamagedError
 */
export async function restoreContent(
  { bin, contentStore, settling }: Parts,
  { algo, content }: BinEntry,
  fieldsOf: FieldsOf,
): Promise<Algorithm | null> {
  const { id, version, ref: former } = algo;
  const source = await formerSource(former, content, { place: 'bin', id });
  const fields = await fieldsOf(algo);
  await settling.finish(id); // the removal of the former content comes first
  const ref = await contentStore.stage(source.bytes, former);
  const restored = await settling.decided(
    () => bin.restore(id, version, { ...fields, ref, contentBytes: source.bytes.length }),
    () => settling.stagedUnderLock(ref),
  );
  if (restored === null) await settling.attempt('take back', () => contentStore.discard(ref));
  else await settling.afterCommit(id, { step: 'publish', ref });
  return restored;
}
