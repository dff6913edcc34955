import { KeyTakenError, type PortableKind, type PortableRows } from '@algotheque/domain';
import { StartError } from '../startError.ts';
import type { Watch } from '../terminal/progress.ts';
import { listed } from '../terminal/text.ts';
import { KINDS, wordsOf } from './rows.ts';
import { BEGIN_ANEW, type MigrationTarget, type ReadSide, readContent } from './side.ts';

/** How many contents are copied at once, and their bytes: files that are written together cost few syncs. */
const CONTENTS_AT_ONCE = 128;
const BYTES_AT_ONCE = 8 * 1_048_576;

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
export async function copyStore(from: ReadSide, to: MigrationTarget, watch: Watch): Promise<void> {
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
  to: MigrationTarget,
  { kind, watch }: { readonly kind: Kind; readonly watch: Watch },
): Promise<void> {
  const part = watch.progress.begin(`  ${wordsOf(kind)}: copying`, await from.rows.countRows(kind));
  let copied = 0;
  for await (const batch of from.rows.exportRows(kind)) {
    watch.signal.throwIfAborted();
    await importRows(to, kind, batch);
    copied += batch.length;
    part.reach(copied);
  }
  part.end(`  ${wordsOf(kind)}: ${copied} copied`);
}

/** Resolves to those without content, each with the place where it should be. */
async function copyAlgos<Kind extends AlgoKind>(
  from: ReadSide,
  to: MigrationTarget,
  { kind, watch: { progress, signal } }: { readonly kind: Kind; readonly watch: Watch },
): Promise<string[]> {
  const part = progress.begin(`  ${wordsOf(kind)}: copying`, await from.rows.countRows(kind));
  const missing: string[] = [];
  let copied = 0;
  for await (const batch of from.rows.exportRows(kind)) {
    for (const some of copiedTogether(batch)) {
      signal.throwIfAborted();
      const lost = await copyTogether(from, to, { kind, rows: some });
      copied += some.length;
      missing.push(...lost.map(({ id, ref }) => `${NAMES[kind]} ${id}: ${from.contents.locate(id, ref)}`));
      part.reach(copied);
    }
    await to.contents.settled?.();
  }
  part.end(`  ${wordsOf(kind)}: ${copied - missing.length} copied`);
  return missing;
}

function* copiedTogether<Row extends { readonly contentBytes: number }>(rows: readonly Row[]): Generator<Row[]> {
  let [some, bytes]: [Row[], number] = [[], 0];
  for (const row of rows) {
    if (some.length === CONTENTS_AT_ONCE || (some.length > 0 && bytes + row.contentBytes > BYTES_AT_ONCE)) {
      yield some;
      [some, bytes] = [[], 0];
    }
    some.push(row);
    bytes += row.contentBytes;
  }
  if (some.length > 0) yield some;
}

/**
 * Copies algorithms or former versions and their contents, in the steps of a service.
 * @returns those for which the source has no content: they are not copied
 */
async function copyTogether<Kind extends AlgoKind>(
  from: ReadSide,
  to: MigrationTarget,
  { kind, rows }: { readonly kind: Kind; readonly rows: readonly PortableRows[Kind][] },
): Promise<readonly PortableRows[Kind][]> {
  const staged = await allSettled(
    rows.map(async (row) => {
      const content = await readContent(from, row);
      if (content !== null) await to.contents.stage(content, null, row.ref);
      return content !== null;
    }),
  );
  const copied = rows.filter((_row, at) => staged[at] === true);
  await importRows(to, kind, copied);
  await allSettled(
    copied.map(async ({ id, ref }) => {
      if (kind === 'former') await to.contents.keep(id, ref);
      else await to.contents.publish(id, ref);
      if (kind === 'deleted') await to.contents.move(id, ref, 'bin');
    }),
  );
  return rows.filter((_row, at) => staged[at] === false);
}

/** Waits for all, so that no work is under way when the first failure is reported. */
async function allSettled<Result>(works: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(works);
  return Promise.all(works);
}

async function importRows<Kind extends PortableKind>(
  to: MigrationTarget,
  kind: Kind,
  rows: readonly PortableRows[Kind][],
): Promise<void> {
  try {
    await to.portable.importRows(kind, rows);
  } catch (error) {
    if (!(error instanceof KeyTakenError)) throw error;
    const problem = `Two rows of the source have the same address or content (${wordsOf(kind)})`;
    throw new StartError(`${problem}. Mend it there, or take another backup. ${BEGIN_ANEW}`, { cause: error });
  }
}
