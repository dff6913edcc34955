import { KeyTakenError, type PortableKind, type PortableRows } from '@algotheque/domain';
import { StartError } from '../startError.ts';
import { KIND_WORDS } from '../terminal/kindWords.ts';
import type { Watch } from '../terminal/progress.ts';
import { type AlgoKind, copyAlgo } from './copyAlgo.ts';
import { BEGIN_ANEW, type ReadSide, type Side } from './side.ts';

// Small rows first.
const PLAIN_KINDS = ['user', 'session', 'folder', 'deletion', 'lastId', 'former'] as const;

/** How many contents are copied at once: a durable file costs a sync each. */
const CONTENTS_AT_ONCE = 8;

const ALGO_KINDS: readonly AlgoKind[] = ['deleted', 'algo'];

const NAMES: Readonly<Record<AlgoKind, string>> = { algo: 'algorithm', deleted: 'deleted algorithm' };

const NAMED = 20;

/**
 * Copies all rows and contents. Repeatable: what the target already has is not copied again.
 * @throws StartError that names the algorithms without content, after all others were copied
 */
export async function copyStore(from: ReadSide, to: Side, watch: Watch): Promise<void> {
  for (const kind of PLAIN_KINDS) await copyKind(from, to, { kind, watch });
  const missing: string[] = [];
  for (const kind of ALGO_KINDS) missing.push(...(await copyAlgos(from, to, { kind, watch })));
  if (missing.length > 0) throw contentMissing(missing);
}

function contentMissing(places: readonly string[]): StartError {
  const content = `The content of ${places.length === 1 ? 'one algorithm' : `${places.length} algorithms`}`;
  const named = places.slice(0, NAMED).join('\n  ');
  const rest = places.length > NAMED ? `\n  and ${places.length - NAMED} more` : '';
  return new StartError(
    `${content} is missing or damaged in the source; restore it, or delete them there:\n  ${named}${rest}`,
  );
}

async function copyKind<Kind extends Exclude<PortableKind, AlgoKind>>(
  from: ReadSide,
  to: Side,
  { kind, watch }: { readonly kind: Kind; readonly watch: Watch },
): Promise<void> {
  const part = watch.progress.begin(`  ${KIND_WORDS[kind]}: copying`, await from.portable.countRows(kind));
  let copied = 0;
  for await (const batch of from.portable.exportRows(kind)) {
    watch.signal.throwIfAborted();
    await importRows(to, kind, batch);
    copied += batch.length;
    part.reach(copied);
  }
  part.end(`  ${KIND_WORDS[kind]}: ${copied} copied`);
}

/** Resolves to those without content, each with the place where it should be. */
async function copyAlgos<Kind extends AlgoKind>(
  from: ReadSide,
  to: Side,
  { kind, watch: { progress, signal } }: { readonly kind: Kind; readonly watch: Watch },
): Promise<string[]> {
  const part = progress.begin(`  ${KIND_WORDS[kind]}: copying`, await from.portable.countRows(kind));
  const missing: string[] = [];
  let copied = 0;
  for await (const batch of from.portable.exportRows(kind)) {
    for (let start = 0; start < batch.length; start += CONTENTS_AT_ONCE) {
      signal.throwIfAborted();
      const some = batch.slice(start, start + CONTENTS_AT_ONCE);
      const areCopied = await allSettled(some.map((row) => copyAlgo(from, to, { kind, row })));
      copied += some.length;
      for (const [index, { id, ref }] of some.entries()) {
        if (areCopied[index] === false) missing.push(`${NAMES[kind]} ${id}: ${from.contentStore.locate(id, ref)}`);
      }
      part.reach(copied);
    }
    await to.contentStore.written?.(); // the copy is verified by the files
  }
  part.end(`  ${KIND_WORDS[kind]}: ${copied - missing.length} copied`);
  return missing;
}

/** Waits for all, so that no work is under way when the first failure is reported. */
async function allSettled<Result>(works: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(works);
  return Promise.all(works);
}

async function importRows<Kind extends PortableKind>(
  to: Side,
  kind: Kind,
  rows: readonly PortableRows[Kind][],
): Promise<void> {
  try {
    await to.portable.importRows(kind, rows);
  } catch (error) {
    if (!(error instanceof KeyTakenError)) throw error;
    const problem = `The target holds what the source no longer has (${KIND_WORDS[kind]}): the source has changed meanwhile`;
    throw new StartError(`${problem}. ${BEGIN_ANEW}`, { cause: error });
  }
}
