import type { AlgoFileStore, AlgoRepository, Algorithme, PortableKind, PortableStore } from '@algotheque/domain';
import { StartError } from '../startError.ts';
import { sortedJson } from './sortedJson.ts';

/** One store with the content of its algorithms. */
export interface Side {
  readonly portable: PortableStore;
  readonly algos: AlgoRepository;
  readonly files: AlgoFileStore;
}

/** Told after each batch: how many rows of a kind are copied. */
export type OnProgress = (kind: PortableKind, copied: number) => void;

// Small rows first; `lastId` last, so that an id is never given again even where its row is gone.
const PLAIN_KINDS = ['user', 'token', 'folder', 'deletion', 'lastId'] as const;

/** How many contents are on their way at once: a durable file costs a sync each. */
const CONTENTS_AT_ONCE = 8;

/** Copies all rows and contents. Repeatable: what the target has already is not copied again. */
export async function copyStore(from: Side, to: Side, onProgress: OnProgress): Promise<void> {
  for (const kind of PLAIN_KINDS) await copyKind(from, to, kind, onProgress);
  let copied = 0;
  for await (const batch of from.portable.exportRows('algo')) {
    for (let start = 0; start < batch.length; start += CONTENTS_AT_ONCE) {
      await Promise.all(batch.slice(start, start + CONTENTS_AT_ONCE).map((algo) => copyAlgo(from, to, algo)));
    }
    copied += batch.length;
    onProgress('algo', copied);
  }
}

async function copyKind<Kind extends Exclude<PortableKind, 'algo'>>(
  from: Side,
  to: Side,
  kind: Kind,
  onProgress: OnProgress,
): Promise<void> {
  let copied = 0;
  for await (const batch of from.portable.exportRows(kind)) {
    await to.portable.importRows(kind, batch);
    copied += batch.length;
    onProgress(kind, copied);
  }
}

async function copyAlgo(from: Side, to: Side, algo: Algorithme): Promise<void> {
  const content = await readContent(from, algo);
  const there = await to.algos.findById(algo.id);
  if (there !== null && isSame(there, algo) && equal(await to.files.read(there.id, there.ref), content)) return;
  const ref = await to.files.stage(content);
  await to.portable.importRows('algo', [{ ...algo, ref }]);
  await to.files.publish(algo.id, ref);
}

/** @throws StartError when it is nowhere: an algorithm without its content is not copied silently */
export async function readContent({ files }: Side, { id, ref }: Algorithme): Promise<Uint8Array> {
  const content = await files.read(id, ref);
  if (content === null) throw new StartError(`The content of algorithm ${id} is missing: ${files.locate(id, ref)}`);
  return content;
}

const isSame = (there: Algorithme, algo: Algorithme): boolean => withoutRef(there) === withoutRef(algo);

/** Content gets a reference of its own in each store, so that rows are compared without it. */
export function withoutRef({ ref: _ref, ...row }: Algorithme): string {
  return sortedJson(row);
}

const equal = (one: Uint8Array | null, other: Uint8Array): boolean => one !== null && Buffer.compare(one, other) === 0;
