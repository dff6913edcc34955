import { KeyTakenError, type PortableKind, type PortableRows } from '@algotheque/domain';
import { listed } from '../portable/listed.ts';
import { KINDS } from '../portable/rows.ts';
import { StartError } from '../startError.ts';
import { KIND_WORDS } from '../terminal/kindWords.ts';
import type { Watch } from '../terminal/progress.ts';
import { BEGIN_ANEW, type ReadSide, readContent, type Target } from './side.ts';

/** How many contents are copied at once: a durable file costs a sync each. */
const CONTENTS_AT_ONCE = 8;

/** The kinds of rows with a content in the content store. */
type AlgoKind = 'algo' | 'deleted' | 'former';

const NAMES: Readonly<Record<AlgoKind, string>> = {
  algo: 'algorithm',
  deleted: 'deleted algorithm',
  former: 'former version of algorithm',
};

/**
 * Copies all rows and contents into a store that holds none.
 * @throws StartError that names the algorithms without content, after all others were copied
 */
export async function copyStore(from: ReadSide, to: Target, watch: Watch): Promise<void> {
  const missing: string[] = [];
  for (const kind of KINDS) {
    if (kind === 'algo' || kind === 'deleted' || kind === 'former')
      missing.push(...(await copyAlgos(from, to, { kind, watch })));
    else await copyKind(from, to, { kind, watch });
  }
  if (missing.length > 0)
    throw new StartError(
      `The content of ${missing.length} algorithms is missing or damaged in the source; restore it, or delete them there:\n${listed(missing, missing.length)}`,
    );
}

async function copyKind<Kind extends Exclude<PortableKind, AlgoKind>>(
  from: ReadSide,
  to: Target,
  { kind, watch }: { readonly kind: Kind; readonly watch: Watch },
): Promise<void> {
  const part = watch.progress.begin(`  ${KIND_WORDS[kind]}: copying`, await from.rows.countRows(kind));
  let copied = 0;
  for await (const batch of from.rows.exportRows(kind)) {
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
  to: Target,
  { kind, watch: { progress, signal } }: { readonly kind: Kind; readonly watch: Watch },
): Promise<string[]> {
  const part = progress.begin(`  ${KIND_WORDS[kind]}: copying`, await from.rows.countRows(kind));
  const missing: string[] = [];
  let copied = 0;
  for await (const batch of from.rows.exportRows(kind)) {
    for (let start = 0; start < batch.length; start += CONTENTS_AT_ONCE) {
      signal.throwIfAborted();
      const some = batch.slice(start, start + CONTENTS_AT_ONCE);
      const areCopied = await allSettled(some.map((row) => copyAlgo(from, to, { kind, row })));
      copied += some.length;
      for (const [index, { id, ref }] of some.entries()) {
        if (areCopied[index] === false) missing.push(`${NAMES[kind]} ${id}: ${from.contents.locate(id, ref)}`);
      }
      part.reach(copied);
    }
    await to.contents.settled?.();
  }
  part.end(`  ${KIND_WORDS[kind]}: ${copied - missing.length} copied`);
  return missing;
}

/**
 * Copies an algorithm or a former version and its content, in the steps of a service.
 * @returns false when the source has no content for it; then nothing is copied
 */
async function copyAlgo<Kind extends AlgoKind>(
  from: ReadSide,
  to: Target,
  { kind, row }: { readonly kind: Kind; readonly row: PortableRows[Kind] },
): Promise<boolean> {
  const content = await readContent(from, row);
  if (content === null) return false;
  const { id, ref } = row;
  await to.contents.stage(content, null, ref);
  await importRows(to, kind, [row]);
  if (kind === 'former') await to.contents.keep(id, ref);
  else await to.contents.publish(id, ref);
  if (kind === 'deleted') await to.contents.move(id, ref, 'bin');
  return true;
}

/** Waits for all, so that no work is under way when the first failure is reported. */
async function allSettled<Result>(works: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(works);
  return Promise.all(works);
}

async function importRows<Kind extends PortableKind>(
  to: Target,
  kind: Kind,
  rows: readonly PortableRows[Kind][],
): Promise<void> {
  try {
    await to.portable.importRows(kind, rows);
  } catch (error) {
    if (!(error instanceof KeyTakenError)) throw error;
    const problem = `Two rows of the source have the same address or content (${KIND_WORDS[kind]})`;
    throw new StartError(`${problem}. Mend it there, or take another backup. ${BEGIN_ANEW}`, { cause: error });
  }
}
